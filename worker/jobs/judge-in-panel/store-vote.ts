import { finishJob, type JobLease, LeaseLostError } from "#infra/db/jobs/job-lease.ts";
import { lockRows } from "#infra/db/row-locks.ts";
import { mutateRows } from "#infra/db/sql.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import type { Decision } from "#shared/domain/debates/judging/decision.ts";
import type { WorkerContext } from "#worker/context.ts";
import { IS_PANEL_LATE_SQL } from "../common/panel-sql.ts";

/** Makes the verdict due if no judge is left to wait for, or if the panel has waited long enough. */
const WAKE_VERDICT_SQL = `
  UPDATE debates SET verdict_run_at = now()
   WHERE id = $1 AND verdict_status = 'pending'
     AND NOT EXISTS (SELECT FROM panel_votes p
                      WHERE p.debate_id = $1 AND p.status IN ('pending', 'running')
                        AND NOT ${IS_PANEL_LATE_SQL})
  RETURNING verdict_attempt AS attempt`;

/**
 * Stores the vote of one judge; null marks it as failed. Locks the debate first, so that the later
 * of two concurrent votes sees the earlier one. Throws `LeaseLostError`.
 */
export const storeVote = (
  { db, logger, enqueue }: Pick<WorkerContext, "db" | "logger" | "enqueue">,
  lease: JobLease,
  debateId: number,
  vote: Decision | null,
): Promise<void> =>
  withTransaction(db, logger, async (tx, after) => {
    const [debate] = await lockRows(tx, "debates", {
      columns: "id",
      where: "id = $1",
      values: [debateId],
      strength: "NO KEY UPDATE",
    });
    if (!debate) throw new LeaseLostError();
    await finishJob(tx, lease, vote ? "complete" : "failed", {
      set: "vote = $1, decided_at = now()",
      values: [vote && JSON.stringify(vote)],
    });
    const [due] = await mutateRows<{ attempt: number }>(tx, WAKE_VERDICT_SQL, [debateId]);
    if (due) after(() => enqueue("judge-debate", { debateId }, due));
  });
