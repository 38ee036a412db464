import type { SpendingLimit, SpendingLimits } from "#shared/domain/billing/spending.ts";
import { JOB_NAMES, type JobName } from "#shared/contract/jobs.ts";
import { SPENDING_LIMITS } from "#shared/domain/billing/spending.ts";
import { hasBudgetSql, getLimitParameters } from "#infra/db/providers/spending-limits.ts";
import { mutateRows, selectRows, type Sql } from "#infra/db/sql.ts";
import { JOB_TABLES } from "#infra/db/jobs/job-tables.ts";
import type { ProgressColumns } from "#infra/realtime/event-publisher.ts";
import { PROGRESS_COLUMNS_SQL } from "#infra/presenters/debate-progress-presenter.ts";
import { AUTO_PLAY_OFF_SQL } from "./auto-play.ts";

const PAUSE_DEBATE_SQL = `
  UPDATE debates SET spending_pause = $2, ${AUTO_PLAY_OFF_SQL}
   WHERE id = $1 AND (spending_pause IS DISTINCT FROM $2 OR auto_play_by IS NOT NULL)
  RETURNING ${PROGRESS_COLUMNS_SQL}`;

/**
 * Stores for which spending limit the debate waits, and turns its Auto-Play off. Returns null if
 * nothing changed.
 */
export const pauseDebateForSpending = async (
  sql: Sql,
  debateId: number,
  limit: SpendingLimit,
): Promise<ProgressColumns | null> => {
  const [paused] = await mutateRows<ProgressColumns>(sql, PAUSE_DEBATE_SQL, [debateId, limit]);
  return paused ?? null;
};

const SPENDING_LIMITS_SQL = SPENDING_LIMITS.map((limit) => `'${limit}'`).join(", ");
/**
 * Parameters with the two limits in the statements below. Parameter $3 is the maximum number of
 * rows.
 */
const LIMIT_PARAMETERS = ["$1", "$2"] as const;

/** Resumes jobs by priority. Skips locked rows, which the next run handles. */
const resumeJobsSql = (job: JobName): string => {
  const { table, prefix: p, debate, priority } = JOB_TABLES[job];
  return `
    WITH resumable AS (
      SELECT w.id, ${priority} AS priority FROM ${table} w LEFT JOIN debates d ON d.id = ${debate}
       WHERE w.${p}status = 'pending' AND w.${p}deferred_for IN (${SPENDING_LIMITS_SQL})
         AND ${hasBudgetSql("d.user_id", LIMIT_PARAMETERS)}
       ORDER BY priority, w.${p}run_at LIMIT $3 FOR NO KEY UPDATE OF w SKIP LOCKED)
    UPDATE ${table} w SET ${p}deferred_for = NULL, ${p}run_at = now() FROM resumable WHERE w.id = resumable.id
    RETURNING w.id, w.${p}attempt AS attempt, resumable.priority`;
};
const PAID_JOBS = JOB_NAMES.filter((job) => JOB_TABLES[job].isPaid);
const RESUME_STATEMENTS = PAID_JOBS.map((job) => ({ job, statement: resumeJobsSql(job) }));

const RESUME_DEBATES_SQL = `
  UPDATE debates SET spending_pause = NULL
   WHERE id IN (SELECT d.id FROM debates d
                 WHERE spending_pause IS NOT NULL AND ${hasBudgetSql("d.user_id", LIMIT_PARAMETERS)}
                 LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED)
  RETURNING ${PROGRESS_COLUMNS_SQL}`;

/**
 * SQL for debates that should be paused but are not: one of their jobs waits for a limit that is
 * still reached, but no pause is stored or Auto-Play is on.
 */
const UNPAUSED_DEBATES_SQL = PAID_JOBS.map((job) => {
  const { table, prefix: p, debate } = JOB_TABLES[job];
  return `
    SELECT d.id, w.${p}deferred_for AS "limit" FROM ${table} w JOIN debates d ON d.id = ${debate}
     WHERE w.${p}status = 'pending' AND w.${p}deferred_for IN (${SPENDING_LIMITS_SQL})
       AND (d.spending_pause IS NULL OR d.auto_play_by IS NOT NULL)
       AND NOT (${hasBudgetSql("d.user_id", LIMIT_PARAMETERS)})`;
}).join(" UNION ALL ");

/**
 * Repeats `pauseDebateForSpending` for at most `maxRows` debates. Needed after a worker died
 * between deferring a job and storing the pause.
 */
export const pauseMissedDebates = async (
  sql: Sql,
  limits: SpendingLimits,
  maxRows: number,
): Promise<ProgressColumns[]> => {
  const unpaused = await selectRows<{ id: number; limit: SpendingLimit }>(
    sql,
    `SELECT id, min("limit") AS "limit" FROM (${UNPAUSED_DEBATES_SQL}) AS unpaused GROUP BY id LIMIT $3`,
    [...getLimitParameters(limits), maxRows],
  );
  const changed: ProgressColumns[] = [];
  for (const { id, limit } of unpaused) {
    const paused = await pauseDebateForSpending(sql, id, limit);
    if (paused) changed.push(paused);
  }
  return changed;
};

interface ResumedWork {
  jobs: { job: JobName; id: number; attempt: number; priority: number }[];
  debates: ProgressColumns[];
}

/**
 * Resumes jobs and debates that have budget again, after midnight UTC or with a higher limit.
 * Resumes at most `maxRows` rows of each kind. A worker checks the limits again before it starts a
 * job.
 */
export const resumeWhenBudgetAvailable = async (
  sql: Sql,
  limits: SpendingLimits,
  maxRows: number,
): Promise<ResumedWork> => {
  const values = [...getLimitParameters(limits), maxRows];
  const jobs: ResumedWork["jobs"] = [];
  for (const { job, statement } of RESUME_STATEMENTS) {
    const rows = await mutateRows<Omit<ResumedWork["jobs"][number], "job">>(sql, statement, values);
    for (const row of rows) jobs.push({ job, ...row });
  }
  return {
    jobs,
    debates: await mutateRows<ProgressColumns>(sql, RESUME_DEBATES_SQL, values),
  };
};
