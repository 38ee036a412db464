import { JOB_NAMES, type JobName } from "#shared/contract/jobs.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { firstPlace, lastPlace } from "./provider-health.ts";
import { select, type Sql } from "./sql.ts";
import { SILENCE, WORK } from "./work-columns.ts";

/** Jobs that need a provider slot; one attempt sends at most one request at a time. */
const ASKING = JOB_NAMES.filter((job) => WORK[job].asks !== null);

/**
 * Whether the job that took the slot still uses it. The job's own row says so: slots are never
 * released, and a dead worker's slot becomes free when its lease expires. A statement's snapshot
 * may be older than the claim and lack that attempt; then the slot counts as taken until the lease
 * could have expired.
 */
const hasIt = (job: JobName): string => {
  const { table, prefix: p, running } = WORK[job];
  return `
    WHEN '${job}' THEN coalesce(
      (SELECT CASE WHEN w.${p}attempt >= p.attempt
                   THEN w.${p}attempt = p.attempt AND w.${p}status = '${running}'
                    AND w.${p}heartbeat_at > now() - ${SILENCE} END
         FROM ${table} w WHERE w.id = p.work_id),
      p.taken_at > now() - ${SILENCE})`;
};

/** Over the slot `p`: whether it is in use. */
export const isTaken = `CASE p.job ${ASKING.map(hasIt).join("")} ELSE false END`;

/**
 * Over the slot `p` and its provider's health `h`; `bound` is the parameter with the number of
 * slots.
 */
export const isFree = (bound: string): string => `
  p.place BETWEEN ${firstPlace} AND ${lastPlace(bound)}
  AND ${isTaken} IS NOT TRUE`;

/** Jobs that wait for the provider `h`. They are all pending and found by that partial index. */
const WAITING = ASKING.map((job) => {
  const { table, prefix: p, priority } = WORK[job];
  return `SELECT '${job}' AS job, id, ${p}attempt AS attempt, ${p}run_at AS run_at,
                 ${priority} AS priority FROM ${table}
           WHERE ${p}status = 'pending' AND ${p}waits_for = h.provider`;
}).join(" UNION ALL ");

/**
 * For each provider, or for one, as many waiting jobs as it has free slots: turns first, then by
 * fair-queue priority.
 */
const MAY_GO_ON = `
  SELECT w.job, w.id, w.attempt, w.priority
    FROM provider_health h CROSS JOIN LATERAL (
      SELECT * FROM (${WAITING}) AS waiting
       ORDER BY job <> 'generate-turn', priority, run_at, id
       LIMIT (SELECT count(*) FROM provider_places p
               WHERE p.provider = h.provider AND ${isFree("$1")})) AS w
   WHERE $2::text IS NULL OR h.provider = $2`;

export const workThatMayGoOn = (
  sql: Sql,
  requestsInFlight: number,
  provider: Provider | null = null,
): Promise<{ job: JobName; id: number; attempt: number; priority: number }[]> =>
  select(sql, MAY_GO_ON, [requestsInFlight, provider]);
