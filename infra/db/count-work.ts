import { JOB_NAMES, type JobName } from "#shared/contract/jobs.ts";
import { select, type Sql } from "./sql.ts";
import { isWaiting, WORK } from "./work-columns.ts";

export interface Counted {
  job: JobName;
  waiting: number;
  awaiting: number;
  running: number;
  oldestAt: Date | null;
  /** Seconds since the oldest due job became due; 0 if none is due. */
  oldest: number;
}

/** Uses the partial index of open jobs: only open jobs wait for a provider or a spending limit. */
const countOf = (job: JobName): string => {
  const { table, prefix: p, running } = WORK[job];
  const awaits = isWaiting(job);
  const isDue = `${p}status = 'pending' AND ${p}run_at <= now()`;
  return `
    SELECT '${job}' AS job,
           count(*) FILTER (WHERE ${isDue} AND NOT ${awaits})::int AS waiting,
           count(*) FILTER (WHERE ${awaits})::int AS awaiting,
           count(*) FILTER (WHERE ${p}status = '${running}')::int AS running,
           min(${p}run_at) FILTER (WHERE ${isDue}) AS "oldestAt",
           coalesce(extract(epoch FROM now() - min(${p}run_at) FILTER (WHERE ${isDue})), 0)::float8
             AS oldest
      FROM ${table} WHERE ${p}status IN ('pending', '${running}')`;
};
const COUNT = JOB_NAMES.map(countOf).join(" UNION ALL ");

export const countWork = (sql: Sql): Promise<Counted[]> => select<Counted>(sql, COUNT);
