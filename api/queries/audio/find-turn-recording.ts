import { selectRows } from "#infra/db/sql.ts";
import { hidden, notFound } from "#shared/contract/errors.ts";
import { canSeeHidden } from "#shared/domain/moderation.ts";
import { can } from "#shared/domain/accounts/permissions.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { canSeeTurn } from "#shared/domain/accounts/visitor-limits.ts";
import { TURN_WITH_RECORDING_SQL, type TurnWithRecording } from "#api/audio/turn-recording.ts";
import type { Context } from "#api/context.ts";

/**
 * Finds a turn and its recording without a permission check. Concurrent calls share one statement.
 * Throws `not_found`.
 */
export const findTurnRecording = async (
  { coalescedSql }: Pick<Context, "coalescedSql">,
  turnId: number,
): Promise<TurnWithRecording> => {
  const [turn] = await selectRows<TurnWithRecording>(coalescedSql, TURN_WITH_RECORDING_SQL, [
    turnId,
  ]);
  if (!turn) throw notFound("Turn");
  return turn;
};

/**
 * Finds a turn that the viewer may read, and its recording. The result is never cached, because
 * another process may have just made the debate private. Throws `not_found`, also without
 * permission.
 */
export const getTurnRecording = async (
  context: Pick<Context, "coalescedSql">,
  viewer: Viewer,
  turnId: number,
): Promise<TurnWithRecording> => {
  const turn = await findTurnRecording(context, turnId);
  const isForViewer =
    canSeeTurn(viewer, turn.turnNumber) && (!turn.isHidden || canSeeHidden(viewer));
  if (!can(viewer, "see", turn) || !isForViewer) throw hidden("Turn");
  return turn;
};
