import { SECURITY_EVENT_RETENTION_DAYS } from "#shared/domain/accounts/security-event.ts";
import { mutateRows, type Sql } from "./sql.ts";

/** How long a repeated request gets the stored response instead of running again. */
export const IDEMPOTENCY_KEY_TTL_SQL = "interval '1 day'";

/**
 * SQL condition per table for rows to delete. Readers check the expiry themselves, because deleting
 * may be late. Libraries clean up `sessions`, `rate_limits` and `socket_io_attachments`.
 */
export const EXPIRED_ROWS = {
  email_tokens: "expires_at < now()",
  emails: "status IN ('complete', 'failed') AND created_at < now() - interval '30 days'",
  email_recipients: "sent_at[cardinality(sent_at)] < now() - interval '1 hour'",
  exports: "expires_at < now()",
  passkey_challenges: "expires_at < now()",
  second_steps: "expires_at < now()",
  security_events: `created_at < now() - interval '${SECURITY_EVENT_RETENTION_DAYS} days'`,
  // Stored responses may contain data that the user has deleted since.
  idempotency_keys: `created_at < now() - ${IDEMPOTENCY_KEY_TTL_SQL}`,
  // Only the sums of today are read. The table `usage` keeps the history.
  daily_spending: "day < (now() AT TIME ZONE 'utc')::date - 1",
  job_failures: "failed_at < now() - interval '30 days'",
  // Rows that a process left behind when it ended.
  workers: "seen_at < now() - interval '1 hour'",
  connected_users: "seen_at < now() - interval '1 minute'",
  listeners: "heard_at < now() - interval '1 minute'",
} as const;
export type ExpiringTable = keyof typeof EXPIRED_ROWS;
export const EXPIRING_TABLES = Object.keys(EXPIRED_ROWS) as ExpiringTable[];

const BATCH_SIZE = 500;

/** With SKIP LOCKED, the statement neither waits for a row that is being renewed nor deletes it. */
const deleteExpiredSql = (table: ExpiringTable): string => `
  DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM ${table} WHERE ${EXPIRED_ROWS[table]} LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED))
  RETURNING 1`;

/** Deletes the table's expired rows in batches until none is left, or until `signal` aborts. */
export const deleteExpiredRows = async (
  sql: Sql,
  table: ExpiringTable,
  signal: AbortSignal,
): Promise<void> => {
  let deleted: unknown[];
  do {
    signal.throwIfAborted();
    deleted = await mutateRows(sql, deleteExpiredSql(table));
  } while (deleted.length === BATCH_SIZE);
};
