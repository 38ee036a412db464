import type { AfterCommit, Tx } from "#infra/db/transaction.ts";
import { endSessionsOf } from "#infra/operations/end-sessions.ts";
import type { SessionEnded } from "#shared/contract/events.ts";
import type { Context } from "../../context.ts";

/**
 * Ends all sessions of a user and tells open pages the reason. The new epoch also invalidates
 * sign-ins in progress.
 */
export const endAllSessions = async (
  { announce }: Context,
  tx: Tx,
  after: AfterCommit,
  userId: number,
  reason: SessionEnded["reason"],
): Promise<void> => {
  await tx.query(`UPDATE users SET session_epoch = session_epoch + 1 WHERE id = $1`, [userId]);
  await endSessionsOf(tx, userId);
  after(() => announce.sessionsEnded(userId, { reason }));
};
