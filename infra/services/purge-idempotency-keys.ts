import type { Sql } from "../db/sql.ts";

/** Retention of idempotency keys: how long a repeated request gets the stored response. */
export const IDEMPOTENCY_KEY_TTL_SQL = "interval '1 day'";
const PURGE_BATCH_SIZE = 100;

/** SKIP LOCKED leaves out a key that is being replaced. */
const PURGE_KEYS_SQL = `
  DELETE FROM idempotency_keys WHERE (user_id, key) IN
    (SELECT user_id, key FROM idempotency_keys WHERE created_at < now() - ${IDEMPOTENCY_KEY_TTL_SQL}
      ORDER BY created_at LIMIT ${PURGE_BATCH_SIZE} FOR UPDATE SKIP LOCKED)`;

/**
 * Deletes expired idempotency keys, oldest first. Their stored responses may contain deleted data.
 */
export const purgeIdempotencyKeys = (sql: Sql): Promise<unknown> => sql.query(PURGE_KEYS_SQL);
