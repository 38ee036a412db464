import type { JobName } from "#shared/contract/jobs.ts";
import type { Provider } from "#shared/domain/provider.ts";
import type { SpendingLimit } from "#shared/domain/billing/spending.ts";
import { type Locked, assertLockOrder } from "../row-locks.ts";
import { mutateRows, selectRows, type Sql } from "../sql.ts";
import type { Tx } from "../transaction.ts";
import { type ModelUsage, buildUsageClause } from "../providers/usage.ts";
import { type JobFailure, recordJobFailure } from "./job-failures.ts";
import { isDeferredSql, keepsLastFailure, LEASE_TIMEOUT_SQL, JOB_TABLES } from "./job-tables.ts";

export const HEARTBEAT_INTERVAL_MS = 700;

/**
 * Maximum number of attempts. It stops a job that crashes its worker each time. A manual retry
 * allows as many again.
 */
export const MAX_ATTEMPTS = 25;

/**
 * SQL for the attempt counter after a manual retry: the next multiple of the maximum, so that all
 * attempts are available again.
 */
export const resetAttemptsSql = (column: string): string =>
  `(${column} / ${MAX_ATTEMPTS} + 1) * ${MAX_ATTEMPTS}`;

/**
 * Another attempt has taken the lease, or the row is gone. The attempt that gets this error must
 * write nothing more.
 */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
}

export interface ProviderSlot {
  provider: Provider;
  /**
   * Whether this request is the probe, the only one that a half-open circuit breaker lets through.
   * Its result closes or opens the circuit.
   */
  isProbe: boolean;
  hasRecentFailures: boolean;
}

export interface JobSubject {
  debateId?: number;
  turnId?: number | null;
}

/** The right to work on a row, together with what the claim has read. `claim-job.ts` grants it. */
export interface JobLease<Loaded = unknown> {
  job: JobName;
  id: number;
  /** Number of this attempt. It never repeats and fences off writes of earlier attempts. */
  attempt: number;
  /** Failed attempts since the job was last requested. */
  failures: number;
  /**
   * `failureKey` of the previous attempt, if it was stored. Only jobs that call a model have one.
   */
  previousFailureKey?: string | undefined;
  /**
   * Identifies the kind of failure, so that the next attempt recognizes a repetition. Set before a
   * failed attempt is released.
   */
  failureKey?: string | undefined;
  /**
   * How many requests the job may send in addition to the one that the claim has already counted.
   * Negative if not even that one may be sent; absent if there is no limit.
   */
  requestsLeft?: number;
  /** Whether the lease of the previous attempt expired. */
  isTakenOver: boolean;
  /** Milliseconds between the time when the job was due and its claim. */
  waitedMs: number;
  /** Ids of the job's debate and turn that the job's payload does not contain. */
  subject: JobSubject;
  /** The provider slot of this attempt; null if the job needs none. */
  slot: ProviderSlot | null;
  /** Result of the SQL in `preload`; undefined without it. */
  loaded: Loaded;
  /** Why the job failed. Set before `finishJob` with status "failed". */
  failure?: JobFailure;
  /** Counts what this attempt has used of a model. Stored when the attempt ends or is released. */
  meter?: { usage: ModelUsage | null };
}

interface LeasedUpdate {
  /** SQL assignments; their parameters start at $1. */
  set: string;
  values?: unknown[];
  returning?: string;
}

const IF_WRITTEN_SQL = "WHERE EXISTS (SELECT FROM written)";

/**
 * Every write to a leased row uses this function. Throws `LeaseLostError` if another attempt has
 * the lease, this attempt has ended, or the row is gone.
 */
const updateLeasedRow = async <Row>(
  sql: Sql,
  { job, id, attempt }: JobLease,
  { set, values = [], returning = "id" }: LeasedUpdate,
  usage: ModelUsage | null = null,
): Promise<Row> => {
  const { table, prefix: p, running } = JOB_TABLES[job];
  const [n, m] = [values.length + 1, values.length + 2];
  const update = `UPDATE ${table} SET ${set}
      WHERE id = $${n} AND ${p}attempt = $${m} AND ${p}status = '${running}' RETURNING ${returning}`;
  const booking =
    usage && buildUsageClause(job, usage, { id: `$${n}`, next: m + 1, where: IF_WRITTEN_SQL });
  const [written] = await mutateRows<Row>(
    sql,
    booking ? `WITH written AS (${update}), ${booking.text} SELECT * FROM written` : update,
    [...values, id, attempt, ...(booking?.values ?? [])],
  );
  if (!written) throw new LeaseLostError();
  return written;
};

/**
 * Final write of an attempt, which also inserts its usage row. The claim counted one request in
 * advance; this write corrects the number to what was sent.
 */
const writeFinalUpdate = <Row>(sql: Sql, lease: JobLease, last: LeasedUpdate): Promise<Row> => {
  const { meter, requestsLeft } = lease;
  const usage = meter?.usage ?? null;
  if (!meter || requestsLeft === undefined) return updateLeasedRow<Row>(sql, lease, last, usage);
  const values = [...(last.values ?? []), (usage?.requests ?? 0) - 1];
  const set = `${last.set}, requests = requests + $${values.length}`;
  return updateLeasedRow<Row>(sql, lease, { ...last, set, values }, usage);
};

/**
 * Renews the lease and optionally stores a partial result. Throws `LeaseLostError` if the lease is
 * lost.
 */
export const renewLease = async (
  sql: Sql,
  lease: JobLease,
  soFar?: LeasedUpdate,
): Promise<void> => {
  const { prefix: p } = JOB_TABLES[lease.job];
  const alive = `${p}heartbeat_at = now()`;
  await updateLeasedRow(
    sql,
    lease,
    soFar ? { ...soFar, set: `${soFar.set}, ${alive}` } : { set: alive },
  );
};

/**
 * SQL that renews many leases of one kind of job, given as arrays of ids and attempts. A separate
 * thread runs it while the worker's event loop is blocked. Skips locked rows.
 */
export const renewLeasesSql = (job: JobName): string => {
  const { table, prefix: p, running } = JOB_TABLES[job];
  return `
    WITH held AS (
      SELECT w.id FROM unnest($1::int[], $2::int[]) AS held (id, attempt)
        JOIN ${table} w ON w.id = held.id AND w.${p}attempt = held.attempt
                       AND w.${p}status = '${running}'
         FOR NO KEY UPDATE OF w SKIP LOCKED)
    UPDATE ${table} w SET ${p}heartbeat_at = now() FROM held WHERE w.id = held.id`;
};

export interface TurnTextSoFar {
  lease: JobLease;
  text: string;
}

/**
 * SQL that renews the leases of several turns and stores their texts. Skips locked rows, so that
 * one locked turn does not delay the heartbeats of the others.
 */
export const RENEW_TURN_LEASES_SQL = `
  WITH said AS (
    SELECT t.id, text FROM unnest($1::int[], $2::int[], $3::text[]) AS said (id, attempt, text)
      JOIN turns t ON t.id = said.id AND t.attempt = said.attempt AND t.status = 'streaming'
       FOR NO KEY UPDATE OF t SKIP LOCKED)
  UPDATE turns t SET content = said.text, heartbeat_at = now()
    FROM said WHERE t.id = said.id RETURNING t.id, t.attempt`;

/**
 * Renews the leases of several turns and stores their texts in one statement. Returns the renewed
 * leases. A lease that is not returned may be lost or its row locked; `renewLease` finds out.
 */
export const renewTurnLeases = async (
  sql: Sql,
  texts: readonly TurnTextSoFar[],
): Promise<JobLease[]> => {
  const columns = [
    texts.map(({ lease }) => lease.id),
    texts.map(({ lease }) => lease.attempt),
    texts.map(({ text }) => text),
  ];
  const rows = await mutateRows<Pick<JobLease, "id" | "attempt">>(
    sql,
    RENEW_TURN_LEASES_SQL,
    columns,
  );
  const renewed = new Set(rows.map(({ id, attempt }) => `${id}-${attempt}`));
  return texts.flatMap(({ lease }) => (renewed.has(`${lease.id}-${lease.attempt}`) ? [lease] : []));
};

interface JobRelease {
  delayMs: number;
  /** Whether the release counts as a failed attempt. A release at shutdown does not. */
  failed: boolean;
  /** Whether the job has progressed and gets all its attempts again. */
  resetsAttempts?: boolean;
}

/**
 * Releases the job, to be retried after `delayMs`. Returns its attempt counter. Throws
 * `LeaseLostError` if the lease is lost.
 */
export const releaseJob = async (
  sql: Sql,
  lease: JobLease,
  { delayMs, failed, resetsAttempts = false }: JobRelease,
): Promise<number> => {
  const { prefix: p } = JOB_TABLES[lease.job];
  const column = `${p}attempt`;
  const keepsFailure = failed && keepsLastFailure(lease.job);
  const { attempt } = await writeFinalUpdate<{ attempt: number }>(sql, lease, {
    set: `${p}status = 'pending', ${p}run_at = now() + $1 * interval '1 millisecond',
          ${p}failures = ${p}failures + $2,${keepsFailure ? ` ${p}last_failure = $3,` : ""}
          ${column} = ${resetsAttempts ? resetAttemptsSql(column) : column}`,
    values: [delayMs, failed ? 1 : 0, ...(keepsFailure ? [lease.failureKey ?? null] : [])],
    returning: `${column} AS attempt`,
  });
  return attempt;
};

/**
 * Ends one run of a recurring job and stores its result, if it has one. The reconciler enqueues the
 * next run after `delayMs`. Throws `LeaseLostError` if the lease is lost.
 */
export const scheduleNextRun = async (
  sql: Sql,
  lease: JobLease,
  delayMs: number,
  result?: LeasedUpdate,
): Promise<void> => {
  const { prefix: p } = JOB_TABLES[lease.job];
  const values = [...(result?.values ?? []), delayMs];
  const nextRun = `${p}status = 'pending', ${p}failures = 0,
         ${p}run_at = now() + $${values.length} * interval '1 millisecond'`;
  const set = result ? `${nextRun}, ${result.set}` : nextRun;
  await writeFinalUpdate(sql, lease, { set, values });
};

/**
 * Releases a job that reached a daily spending limit between two requests. The reconciler starts it
 * again when there is budget. Throws `LeaseLostError` if the lease is lost.
 */
export const deferJob = async (sql: Sql, lease: JobLease, limit: SpendingLimit): Promise<void> => {
  const { prefix: p } = JOB_TABLES[lease.job];
  await writeFinalUpdate(sql, lease, {
    set: `${p}status = 'pending', ${p}deferred_for = $1`,
    values: [limit],
  });
};

/**
 * Stores the final status and the result of a job, which ends its lease. The row stays locked until
 * the transaction ends. In this transaction the caller also writes what follows from the result.
 * Throws `LeaseLostError` if the lease is lost.
 */
export const finishJob = async <Row>(
  tx: Tx,
  lease: JobLease,
  status: "complete" | "failed",
  { set, ...end }: LeasedUpdate,
): Promise<Locked<Row>> => {
  const { table, prefix: p } = JOB_TABLES[lease.job];
  assertLockOrder(tx, table);
  const written = await writeFinalUpdate<Locked<Row>>(tx, lease, {
    ...end,
    set: `${p}status = '${status}', ${set}`,
  });
  if (status === "failed") await recordJobFailure(tx, lease);
  return written;
};

/**
 * Finds jobs that should run but do not: their lease has expired, or their queue entry was lost.
 * Expired leases come first. The rest follows by priority, so that one user's backlog does not
 * delay other users.
 */
export const findOrphanedJobs = (
  sql: Sql,
  job: JobName,
  limit: number,
): Promise<{ id: number; attempt: number; priority: number }[]> => {
  const { table, prefix: p, running, priority } = JOB_TABLES[job];
  return selectRows(
    sql,
    `SELECT id, ${p}attempt AS attempt, ${priority} AS priority FROM ${table}
      WHERE (${p}status = 'pending' AND ${p}run_at < now() - interval '1 second' AND NOT ${isDeferredSql(job)})
         OR (${p}status = '${running}' AND ${p}heartbeat_at < now() - ${LEASE_TIMEOUT_SQL})
      ORDER BY ${p}status = 'pending', priority, ${p}run_at LIMIT $1`,
    [limit],
  );
};
