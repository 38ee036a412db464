import { JOB_NAMES, type JobName } from "#shared/contract/jobs.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { firstPlace, lastPlace } from "./provider-health.ts";
import { select, type Sql } from "./sql.ts";
import { SILENCE, WORK } from "./work-columns.ts";

/** Jobs that ask a provider: each hold on one has at most one request under way. */
const ASKING = JOB_NAMES.filter((job) => WORK[job].asks !== null);

/**
 * Whether the work that took a place has it still: that it is being done says its own row, so nothing
 * has to be given back, and nothing is left behind by a worker that died. A statement that began
 * before the place was taken sees that row as it was then, or not yet: what was taken just now is
 * taken.
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

/** Over the place `p`: whether a request is under way there. */
export const isTaken = `CASE p.job ${ASKING.map(hasIt).join("")} ELSE false END`;

/** Over the place `p` and its provider's health `h`; the parameter is how many there may be. */
export const isFree = (bound: string): string => `
  p.place BETWEEN ${firstPlace} AND ${lastPlace(bound)}
  AND ${isTaken} IS NOT TRUE`;

/** What waits for a provider; all of it is pending, which has an index. */
const WAITING = ASKING.map((job) => {
  const { table, prefix: p, priority } = WORK[job];
  return `SELECT '${job}' AS job, id, ${p}attempt AS attempt, ${p}run_at AS run_at,
                 ${priority} AS priority FROM ${table}
           WHERE ${p}status = 'pending' AND ${p}waits_for = h.provider`;
}).join(" UNION ALL ");

/**
 * As much of what waits, of each provider or of one, as there are free places for it: turns first,
 * which somebody is looking at, then each user in turn.
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
