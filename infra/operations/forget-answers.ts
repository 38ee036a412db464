import type { Sql } from "../db/sql.ts";

/** How long a repeated request gets the first answer. */
export const ANSWERS_KEPT = "interval '1 day'";
/** In one look. */
const LIMIT = 100;

/** One that is about to be given anew is left alone. */
const FORGET = `
  DELETE FROM idempotency_keys WHERE (user_id, key) IN
    (SELECT user_id, key FROM idempotency_keys WHERE created_at < now() - ${ANSWERS_KEPT}
      ORDER BY created_at LIMIT ${LIMIT} FOR UPDATE SKIP LOCKED)`;

/** Forgets what requests are no longer answered with, the oldest first: it tells of what is deleted by now. */
export const forgetAnswers = (sql: Sql): Promise<unknown> => sql.query(FORGET);
