import { select } from "#infra/db/sql.ts";
import { notFound } from "#shared/contract/errors.ts";
import { maySeeHidden } from "#shared/domain/moderation.ts";
import { may } from "#shared/domain/rights.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import { maySeeTurn } from "#shared/domain/visitor.ts";
import { TURN_TO_HEAR, type TurnToHear } from "../audio/turn-to-hear.ts";
import type { Context } from "../context.ts";

/** Any turn, for those who may do anything. Throws not_found. Callers at the same moment share a statement. */
export const findTurnToHear = async (
  { crowdReads }: Pick<Context, "crowdReads">,
  turnId: number,
): Promise<TurnToHear> => {
  const [turn] = await select<TurnToHear>(crowdReads, TURN_TO_HEAR, [turnId]);
  if (!turn) throw notFound("Turn");
  return turn;
};

/**
 * A turn that the viewer may read, as the rows say now: nothing is remembered, so a debate that was
 * made private through another process is not heard here either. Throws not_found, also for a turn
 * that they may not read.
 */
export const getTurnToHear = async (
  context: Context,
  viewer: Viewer,
  turnId: number,
): Promise<TurnToHear> => {
  const turn = await findTurnToHear(context, turnId);
  const isForViewer =
    maySeeTurn(viewer, turn.turnNumber) && (!turn.isHidden || maySeeHidden(viewer));
  if (!may(viewer, "see", turn) || !isForViewer) throw notFound("Turn");
  return turn;
};
