import { JOB_NAMES, type JobName } from "#shared/contract/jobs.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { firstSlotSql, lastSlotSql } from "./circuit-breaker.ts";
import { selectRows, type Sql } from "../sql.ts";
import { LEASE_TIMEOUT_SQL, JOB_TABLES } from "../jobs/job-tables.ts";

/** Jobs that need a provider slot. An attempt sends at most one request at a time. */
const PROVIDER_JOBS = JOB_NAMES.filter((job) => JOB_TABLES[job].providerSql !== null);

/**
 * SQL for whether the job that took slot `p` still uses the slot. No statement releases a slot: a
 * slot is free as soon as the job's row shows that the attempt has ended. If the query's snapshot
 * is older than the attempt, the row does not show the attempt yet. The slot then counts as taken
 * for the duration of a lease.
 */
const holdsSlotSql = (job: JobName): string => {
  const { table, prefix: p, running } = JOB_TABLES[job];
  return `
    WHEN '${job}' THEN coalesce(
      (SELECT CASE WHEN w.${p}attempt >= p.attempt
                   THEN w.${p}attempt = p.attempt AND w.${p}status = '${running}'
                    AND w.${p}heartbeat_at > now() - ${LEASE_TIMEOUT_SQL} END
         FROM ${table} w WHERE w.id = p.job_id),
      p.taken_at > now() - ${LEASE_TIMEOUT_SQL})`;
};

/** SQL condition over the slot `p`: whether a job uses it. */
export const isSlotTaken = `CASE p.job ${PROVIDER_JOBS.map(holdsSlotSql).join("")} ELSE false END`;

/**
 * SQL condition over the slot `p` and its provider's row `h`: whether a job may take the slot.
 * `slotCount` is the parameter with the number of slots.
 */
export const isSlotFree = (slotCount: string): string => `
  p.slot BETWEEN ${firstSlotSql} AND ${lastSlotSql(slotCount)}
  AND ${isSlotTaken} IS NOT TRUE`;

/**
 * Jobs that wait for the provider in row `h`. Their status is `pending`, so that the partial index
 * applies.
 */
const WAITING_JOBS_SQL = PROVIDER_JOBS.map((job) => {
  const { table, prefix: p, priority } = JOB_TABLES[job];
  return `SELECT '${job}' AS job, id, ${p}attempt AS attempt, ${p}run_at AS run_at,
                 ${priority} AS priority FROM ${table}
           WHERE ${p}status = 'pending' AND ${p}deferred_for = h.provider`;
}).join(" UNION ALL ");

/**
 * SQL for jobs that wait for provider $2, or for any provider if $2 is null. Returns at most as
 * many jobs per provider as there are free slots: turns first, then the other jobs, each by
 * priority.
 */
const RESUMABLE_JOBS_SQL = `
  SELECT w.job, w.id, w.attempt, w.priority
    FROM provider_health h CROSS JOIN LATERAL (
      SELECT * FROM (${WAITING_JOBS_SQL}) AS waiting
       ORDER BY job <> 'generate-turn', priority, run_at, id
       LIMIT (SELECT count(*) FROM provider_slots p
               WHERE p.provider = h.provider AND ${isSlotFree("$1")})) AS w
   WHERE $2::text IS NULL OR h.provider = $2`;

export const findResumableJobs = (
  sql: Sql,
  requestsInFlight: number,
  provider: Provider | null = null,
): Promise<{ job: JobName; id: number; attempt: number; priority: number }[]> =>
  selectRows(sql, RESUMABLE_JOBS_SQL, [requestsInFlight, provider]);
