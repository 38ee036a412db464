import type { AfterCommit, Tx } from "#infra/db/transaction.ts";
import { endUserSessions } from "#infra/services/accounts/end-sessions.ts";
import type { SessionEnded } from "#shared/contract/events.ts";
import type { Context } from "#api/context.ts";

/**
 * Ends all sessions of a user and sends the reason to the user's open pages. Also increments the
 * session epoch, which invalidates sign-ins in progress.
 */
export const endAllSessions = async (
  { announce }: Pick<Context, "announce">,
  tx: Tx,
  after: AfterCommit,
  userId: number,
  reason: SessionEnded["reason"],
): Promise<void> => {
  await tx.query(`UPDATE users SET session_epoch = session_epoch + 1 WHERE id = $1`, [userId]);
  await endUserSessions(tx, userId);
  after(() => announce.sessionsEnded(userId, { reason }));
};
