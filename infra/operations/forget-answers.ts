import type { Sql } from "../db/sql.ts";

/** Retention of idempotency keys: how long a repeated request gets the stored response. */
export const ANSWERS_KEPT = "interval '1 day'";
const LIMIT = 100;

/** SKIP LOCKED leaves out a key that is being replaced. */
const FORGET = `
  DELETE FROM idempotency_keys WHERE (user_id, key) IN
    (SELECT user_id, key FROM idempotency_keys WHERE created_at < now() - ${ANSWERS_KEPT}
      ORDER BY created_at LIMIT ${LIMIT} FOR UPDATE SKIP LOCKED)`;

/**
 * Deletes expired idempotency keys, oldest first. Their stored responses may contain deleted data.
 */
export const forgetAnswers = (sql: Sql): Promise<unknown> => sql.query(FORGET);
