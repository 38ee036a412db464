import { createHash } from "node:crypto";
import { mutateRows, selectRows } from "#infra/db/sql.ts";
import type { Tx } from "#infra/db/transaction.ts";
import { IDEMPOTENCY_KEY_TTL_SQL } from "#infra/db/expired-rows.ts";
import { DomainError } from "#shared/contract/errors.ts";

const CLAIM_KEY_SQL = `
  INSERT INTO idempotency_keys AS known (user_id, key, request_hash) VALUES ($1, $2, $3)
  ON CONFLICT (user_id, key) DO UPDATE
     SET request_hash = excluded.request_hash, answer = NULL, created_at = excluded.created_at
   WHERE known.created_at < now() - ${IDEMPOTENCY_KEY_TTL_SQL}
  RETURNING key`;

interface IdempotentRequest {
  userId: number;
  key: string;
  /** The operation and its whole input. A repeated request must have equal values. */
  request: readonly unknown[];
}

/**
 * Runs `work` once per user and idempotency key, and returns the stored first answer to repeated
 * requests. `tx` must be the transaction of `work`. A parallel repetition waits for the first
 * request, and does the work itself if the first request fails. Throws `invalid` if the key was
 * used for another request.
 */
export const withIdempotencyKey = async <T>(
  tx: Tx,
  { userId, key, request }: IdempotentRequest,
  work: () => Promise<T>,
): Promise<T> => {
  const hash = createHash("sha256").update(JSON.stringify(request)).digest("base64");
  const [mine] = await mutateRows(tx, CLAIM_KEY_SQL, [userId, key, hash]);
  if (!mine) {
    const [first] = await selectRows<{ answer: T; hash: string }>(
      tx,
      `SELECT answer, request_hash AS hash FROM idempotency_keys WHERE user_id = $1 AND key = $2`,
      [userId, key],
    );
    if (first?.hash === hash) return first.answer;
    throw new DomainError("invalid", "This Idempotency-Key was used for another request.");
  }
  const answer = await work();
  await mutateRows(tx, "UPDATE idempotency_keys SET answer = $3 WHERE user_id = $1 AND key = $2", [
    userId,
    key,
    JSON.stringify(answer),
  ]);
  return answer;
};
