import { select } from "#infra/db/sql.ts";
import { hidden, notFound } from "#shared/contract/errors.ts";
import { maySeeHidden } from "#shared/domain/moderation.ts";
import { may } from "#shared/domain/rights.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import { maySeeTurn } from "#shared/domain/visitor.ts";
import { TURN_TO_HEAR, type TurnToHear } from "../audio/turn-to-hear.ts";
import type { Context } from "../context.ts";

/**
 * Finds a turn without a permission check. Concurrent calls share one statement. Throws not_found.
 */
export const findTurnToHear = async (
  { crowdReads }: Pick<Context, "crowdReads">,
  turnId: number,
): Promise<TurnToHear> => {
  const [turn] = await select<TurnToHear>(crowdReads, TURN_TO_HEAR, [turnId]);
  if (!turn) throw notFound("Turn");
  return turn;
};

/**
 * Finds a turn that the viewer may read. Never cached, so a debate made private in another process
 * is not audible here. Throws not_found, also without permission.
 */
export const getTurnToHear = async (
  context: Context,
  viewer: Viewer,
  turnId: number,
): Promise<TurnToHear> => {
  const turn = await findTurnToHear(context, turnId);
  const isForViewer =
    maySeeTurn(viewer, turn.turnNumber) && (!turn.isHidden || maySeeHidden(viewer));
  if (!may(viewer, "see", turn) || !isForViewer) throw hidden("Turn");
  return turn;
};
