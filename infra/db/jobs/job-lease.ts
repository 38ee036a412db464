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
 * Maximum number of attempts, which stops a job that crashes its worker each time. A retry by hand
 * allows as many again.
 */
export const MAX_ATTEMPTS = 25;

/**
 * SQL for the attempt counter after a retry by hand: the next multiple of the maximum, so that the
 * job gets all attempts again.
 */
export const resetAttemptsSql = (column: string): string =>
  `(${column} / ${MAX_ATTEMPTS} + 1) * ${MAX_ATTEMPTS}`;

/**
 * Another attempt has taken the lease, or the row is gone. This attempt must not write any more.
 */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
}

export interface ProviderSlot {
  provider: Provider;
  /** This request is the circuit breaker's only probe: its result closes or opens the circuit. */
  isProbe: boolean;
  hasFailed: boolean;
}

export interface JobSubject {
  debateId?: number;
  turnId?: number | null;
}

/** The right to work on a row, with what its claim has read; `claim-job.ts` grants it. */
export interface JobLease<Loaded = unknown> {
  job: JobName;
  id: number;
  /** Number of this attempt, which never repeats: the fence against writes of earlier attempts. */
  attempt: number;
  /** Failed attempts since the job was last requested. */
  failures: number;
  /** `failureKey` of the failed attempt before, if one was kept. Only of jobs with a model. */
  lastFailure?: string | undefined;
  /** Set before a failed attempt is released, if a repetition of its failure can be recognized. */
  failureKey?: string | undefined;
  /**
   * Requests that may follow those of this attempt. Negative: this attempt may send none. Absent:
   * unlimited.
   */
  requestsLeft?: number;
  /** The lease of the attempt before has expired. */
  isTakenOver: boolean;
  /** Milliseconds since the job was due. */
  waitedMs: number;
  /** Ids that are not part of the job's payload. */
  about: JobSubject;
  /** Null if the job needs no provider slot. */
  slot: ProviderSlot | null;
  /** Result of the claim's option `preload`; undefined without it. */
  loaded: Loaded;
  /** Set before `finishJob` with status "failed". */
  failure?: JobFailure;
  /** Usage of this attempt so far; stored when the attempt ends or is released. */
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
 * The only way to write to a leased row. Throws `LeaseLostError` if another attempt has the lease, this
 * one has ended, or the row is gone.
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
 * Final write of an attempt: also inserts its usage row. The claim counted one request in advance;
 * this corrects the count to the metered number.
 */
const writeFinalUpdate = <Row>(sql: Sql, lease: JobLease, last: LeasedUpdate): Promise<Row> => {
  const { meter, requestsLeft } = lease;
  const usage = meter?.usage ?? null;
  if (!meter || requestsLeft === undefined) return updateLeasedRow<Row>(sql, lease, last, usage);
  const values = [...(last.values ?? []), (usage?.requests ?? 0) - 1];
  const set = `${last.set}, requests = requests + $${values.length}`;
  return updateLeasedRow<Row>(sql, lease, { ...last, set, values }, usage);
};

/** Renews the lease and optionally stores a partial result. Throws `LeaseLostError`. */
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
 * SQL that renews the leases of many attempts of one job, given as arrays of ids and attempts. Used
 * by the thread that sends heartbeats while the event loop is blocked. Skips rows that are locked.
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

/** Skips locked rows, so that one turn cannot delay the heartbeats of the others. */
export const RENEW_TURN_LEASES_SQL = `
  WITH said AS (
    SELECT t.id, text FROM unnest($1::int[], $2::int[], $3::text[]) AS said (id, attempt, text)
      JOIN turns t ON t.id = said.id AND t.attempt = said.attempt AND t.status = 'streaming'
       FOR NO KEY UPDATE OF t SKIP LOCKED)
  UPDATE turns t SET content = said.text, heartbeat_at = now()
    FROM said WHERE t.id = said.id RETURNING t.id, t.attempt`;

/**
 * Renews the leases of several turns and stores their texts in one statement. Returns the leases it
 * renewed; for the others only `renewLease` can tell whether they are lost.
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
  /** Counts as a failed attempt; a release at shutdown does not. */
  failed: boolean;
  /** The job has progressed and gets all its attempts again. */
  resetsAttempts?: boolean;
}

/**
 * Releases the job, to be retried after `delayMs`. Returns its attempt counter. Throws
 * `LeaseLostError`.
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
 * Ends a run of a recurring job. The reconciler enqueues the next one in `delayMs`. Throws
 * `LeaseLostError`.
 */
export const scheduleNextRun = async (
  sql: Sql,
  lease: JobLease,
  delayMs: number,
): Promise<void> => {
  const { prefix: p } = JOB_TABLES[lease.job];
  await writeFinalUpdate(sql, lease, {
    set: `${p}status = 'pending', ${p}failures = 0, ${p}run_at = now() + $1 * interval '1 millisecond'`,
    values: [delayMs],
  });
};

/**
 * Releases a job that reached a daily spending limit between two requests; it waits until there is
 * budget. Throws `LeaseLostError`.
 */
export const deferJob = async (sql: Sql, lease: JobLease, limit: SpendingLimit): Promise<void> => {
  const { prefix: p } = JOB_TABLES[lease.job];
  await writeFinalUpdate(sql, lease, {
    set: `${p}status = 'pending', ${p}deferred_for = $1`,
    values: [limit],
  });
};

/**
 * Ends the job with its result. The row stays locked until the transaction, which also writes the
 * consequences, ends. Throws `LeaseLostError`.
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
 * Jobs that should be running and are not: their lease has expired, or their queue entry was lost.
 * Expired leases come first, the rest in fair-queue order, so that one user's backlog does not
 * delay others.
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
