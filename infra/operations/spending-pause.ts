import type { SpendingLimit, SpendingLimits } from "#shared/domain/spending.ts";
import { JOB_NAMES, type JobName } from "#shared/contract/jobs.ts";
import { SPENDING_LIMITS } from "#shared/domain/spending.ts";
import { hasBudget, limitValues } from "../db/spending.ts";
import { change, select, type Sql } from "../db/sql.ts";
import { WORK } from "../db/work-columns.ts";
import type { ProgressColumns } from "../realtime/announce.ts";
import { PROGRESS } from "../views/debate-progress.ts";
import { OFF } from "./auto-play.ts";

const PAUSE = `
  UPDATE debates SET spending_pause = $2, ${OFF}
   WHERE id = $1 AND (spending_pause IS DISTINCT FROM $2 OR auto_play_by IS NOT NULL)
  RETURNING ${PROGRESS}`;

/**
 * Stores which spending limit the debate waits for and turns its Auto-Play off. Returns null if
 * nothing changed.
 */
export const noteSpendingPause = async (
  sql: Sql,
  debateId: number,
  limit: SpendingLimit,
): Promise<ProgressColumns | null> => {
  const [paused] = await change<ProgressColumns>(sql, PAUSE, [debateId, limit]);
  return paused ?? null;
};

const LIMITS = SPENDING_LIMITS.map((limit) => `'${limit}'`).join(", ");
/** Parameters of the limits in the statements below; $3 is the maximum number of rows. */
const AT = ["$1", "$2"] as const;

/** In fair-queue order. Locked rows are skipped; the next run handles them. */
const resume = (job: JobName): string => {
  const { table, prefix: p, debate, priority } = WORK[job];
  return `
    WITH again AS (
      SELECT w.id, ${priority} AS priority FROM ${table} w LEFT JOIN debates d ON d.id = ${debate}
       WHERE w.${p}status = 'pending' AND w.${p}waits_for IN (${LIMITS})
         AND ${hasBudget("d.user_id", AT)}
       ORDER BY priority, w.${p}run_at LIMIT $3 FOR NO KEY UPDATE OF w SKIP LOCKED)
    UPDATE ${table} w SET ${p}waits_for = NULL, ${p}run_at = now() FROM again WHERE w.id = again.id
    RETURNING w.id, w.${p}attempt AS attempt, again.priority`;
};
const PAID = JOB_NAMES.filter((job) => WORK[job].isPaid);
const RESUME = PAID.map((job) => ({ job, statement: resume(job) }));

const RESUME_DEBATES = `
  UPDATE debates SET spending_pause = NULL
   WHERE id IN (SELECT d.id FROM debates d
                 WHERE spending_pause IS NOT NULL AND ${hasBudget("d.user_id", AT)}
                 LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED)
  RETURNING ${PROGRESS}`;

/**
 * Debates with a job that waits for a limit still reached, but without a stored pause or with
 * Auto-Play on.
 */
const UNNOTED = PAID.map((job) => {
  const { table, prefix: p, debate } = WORK[job];
  return `
    SELECT d.id, w.${p}waits_for AS "limit" FROM ${table} w JOIN debates d ON d.id = ${debate}
     WHERE w.${p}status = 'pending' AND w.${p}waits_for IN (${LIMITS})
       AND (d.spending_pause IS NULL OR d.auto_play_by IS NOT NULL)
       AND NOT (${hasBudget("d.user_id", AT)})`;
}).join(" UNION ALL ");

/**
 * Repeats `noteSpendingPause` for workers that died between deferring a job and storing the pause.
 * At most `most` debates.
 */
export const noteMissedPauses = async (
  sql: Sql,
  limits: SpendingLimits,
  most: number,
): Promise<ProgressColumns[]> => {
  const unnoted = await select<{ id: number; limit: SpendingLimit }>(
    sql,
    `SELECT id, min("limit") AS "limit" FROM (${UNNOTED}) AS unnoted GROUP BY id LIMIT $3`,
    [...limitValues(limits), most],
  );
  const noted: ProgressColumns[] = [];
  for (const { id, limit } of unnoted) {
    const paused = await noteSpendingPause(sql, id, limit);
    if (paused) noted.push(paused);
  }
  return noted;
};

interface Resumed {
  work: { job: JobName; id: number; attempt: number; priority: number }[];
  debates: ProgressColumns[];
}

/**
 * Resumes jobs and debates that have budget again: after midnight UTC, or with a higher limit. At
 * most `most` rows of each kind. Each claim checks the limits again.
 */
export const resumeWithBudget = async (
  sql: Sql,
  limits: SpendingLimits,
  most: number,
): Promise<Resumed> => {
  const values = [...limitValues(limits), most];
  const work: Resumed["work"] = [];
  for (const { job, statement } of RESUME) {
    const rows = await change<Omit<Resumed["work"][number], "job">>(sql, statement, values);
    for (const row of rows) work.push({ job, ...row });
  }
  return { work, debates: await change<ProgressColumns>(sql, RESUME_DEBATES, values) };
};
