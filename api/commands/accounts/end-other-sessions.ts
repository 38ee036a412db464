import { change, firstRow } from "#infra/db/sql.ts";
import type { AfterCommit, Tx } from "#infra/db/transaction.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { Context } from "../../context.ts";

const NEXT_EPOCH = `
  UPDATE users SET session_epoch = session_epoch + 1 WHERE id = $1 RETURNING session_epoch AS epoch`;

/** Runs in the same transaction as the new epoch, so this session never becomes invalid. */
const STAY = `
  UPDATE sessions SET sess = jsonb_set(sess, '{epoch}', to_jsonb($2::int)) WHERE sid = $1 RETURNING sid`;

const END_OTHERS = `
  DELETE FROM sessions WHERE sess ->> 'userId' = $1 AND sid <> $2 RETURNING sid`;

/**
 * Ends all sessions of a user except this one, including sign-ins in progress. Returns the new
 * epoch, which the caller must store in the session. Throws unauthenticated if this session has
 * ended.
 */
export const endSessionsBut = async (
  { disconnectSession }: Pick<Context, "disconnectSession">,
  tx: Tx,
  after: AfterCommit,
  { userId, sessionId }: { userId: number; sessionId: string },
): Promise<number> => {
  const user = firstRow(await change<{ epoch: number }>(tx, NEXT_EPOCH, [userId]));
  const stayed = await change(tx, STAY, [sessionId, user.epoch]);
  // An account recovery can end the session while this request runs.
  if (stayed.length === 0) throw new DomainError("unauthenticated", "Please sign in first.");
  const ended = await change<{ sid: string }>(tx, END_OTHERS, [String(userId), sessionId]);
  for (const { sid } of ended) after(() => disconnectSession(sid));
  return user.epoch;
};
