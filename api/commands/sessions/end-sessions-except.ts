import { mutateRows, requireFirstRow } from "#infra/db/sql.ts";
import type { AfterCommit, Tx } from "#infra/db/transaction.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { Context } from "#api/context.ts";

const INCREMENT_EPOCH_SQL = `
  UPDATE users SET session_epoch = session_epoch + 1 WHERE id = $1 RETURNING session_epoch AS epoch`;

/**
 * Stores the new session epoch in this session, within the transaction that increments the epoch,
 * so that this session never becomes invalid.
 */
const UPDATE_SESSION_EPOCH_SQL = `
  UPDATE sessions SET sess = jsonb_set(sess, '{epoch}', to_jsonb($2::int)) WHERE sid = $1 RETURNING sid`;

const DELETE_OTHER_SESSIONS_SQL = `
  DELETE FROM sessions WHERE sess ->> 'userId' = $1 AND sid <> $2 RETURNING sid`;

/**
 * Ends all sessions of a user except this one, and sign-ins in progress. Returns the new session
 * epoch, which the caller must store in this session. Throws `unauthenticated` if this session has
 * ended.
 */
export const endSessionsExcept = async (
  { disconnectSession }: Pick<Context, "disconnectSession">,
  tx: Tx,
  after: AfterCommit,
  { userId, sessionId }: { userId: number; sessionId: string },
): Promise<number> => {
  const user = requireFirstRow(
    await mutateRows<{ epoch: number }>(tx, INCREMENT_EPOCH_SQL, [userId]),
  );
  const kept = await mutateRows(tx, UPDATE_SESSION_EPOCH_SQL, [sessionId, user.epoch]);
  // An account recovery can end the session while this request runs.
  if (kept.length === 0) throw new DomainError("unauthenticated", "Please sign in first.");
  const ended = await mutateRows<{ sid: string }>(tx, DELETE_OTHER_SESSIONS_SQL, [
    String(userId),
    sessionId,
  ]);
  for (const { sid } of ended) after(() => disconnectSession(sid));
  return user.epoch;
};
