import { JOB_NAMES, type JobName } from "#shared/contract/jobs.ts";
import { selectRows, type Sql } from "../sql.ts";
import { isDeferredSql, JOB_TABLES } from "./job-tables.ts";

export interface JobCounts {
  job: JobName;
  waiting: number;
  deferred: number;
  running: number;
  oldestAt: Date | null;
  /** How long the oldest waiting job has been due, in seconds; 0 if none waits. */
  oldest: number;
}

/**
 * Counts only pending and running jobs, which have a partial index. Deferred jobs are pending, too.
 */
const countJobsSql = (job: JobName): string => {
  const { table, prefix: p, running } = JOB_TABLES[job];
  const isDeferred = isDeferredSql(job);
  const isDue = `${p}status = 'pending' AND ${p}run_at <= now()`;
  return `
    SELECT '${job}' AS job,
           count(*) FILTER (WHERE ${isDue} AND NOT ${isDeferred})::int AS waiting,
           count(*) FILTER (WHERE ${isDeferred})::int AS deferred,
           count(*) FILTER (WHERE ${p}status = '${running}')::int AS running,
           min(${p}run_at) FILTER (WHERE ${isDue}) AS "oldestAt",
           coalesce(extract(epoch FROM now() - min(${p}run_at) FILTER (WHERE ${isDue})), 0)::float8
             AS oldest
      FROM ${table} WHERE ${p}status IN ('pending', '${running}')`;
};
const COUNT_ALL_JOBS_SQL = JOB_NAMES.map(countJobsSql).join(" UNION ALL ");

export const countJobs = (sql: Sql): Promise<JobCounts[]> =>
  selectRows<JobCounts>(sql, COUNT_ALL_JOBS_SQL);
