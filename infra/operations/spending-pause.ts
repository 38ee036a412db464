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
 * Notes on the debate which spending limit it waits for, and turns its Auto-Play off. Null where both
 * were so already.
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
/** The limits' parameters in the statements below; $3 is how many rows. */
const AT = ["$1", "$2"] as const;

/** In the order of their queues. Locked rows are in use, and are looked at the next time. */
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

/** Debates whose work waits for a limit that is still reached, without a note or with Auto-Play on. */
const UNNOTED = PAID.map((job) => {
  const { table, prefix: p, debate } = WORK[job];
  return `
    SELECT d.id, w.${p}waits_for AS "limit" FROM ${table} w JOIN debates d ON d.id = ${debate}
     WHERE w.${p}status = 'pending' AND w.${p}waits_for IN (${LIMITS})
       AND (d.spending_pause IS NULL OR d.auto_play_by IS NOT NULL)
       AND NOT (${hasBudget("d.user_id", AT)})`;
}).join(" UNION ALL ");

/**
 * Does what `noteSpendingPause` does where a worker has died between the deferral of the work and the note
 * on its debate. At most `most` debates.
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
 * Lets work and debates go on whose budget is there again: after midnight UTC, or with a higher limit. At
 * most `most` rows of a kind: each claim checks the limits anew.
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
