import { resetAttemptsSql } from "#infra/db/jobs/job-lease.ts";
import { mutateRows } from "#infra/db/sql.ts";
import { withAfterCommit } from "#infra/db/transaction.ts";
import type { JudgeAudits } from "#shared/contract/admin/judge-audit.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Provider } from "#shared/domain/provider.ts";
import type { Context } from "#api/context.ts";
import { getJudgeAudits } from "#api/queries/admin/get-judge-audits.ts";
import { requireBudget } from "../debates/require-budget.ts";

/** Does nothing while a run on the same judge is open. */
const START_AUDIT_SQL = `
  INSERT INTO judge_audit_runs AS r (judge, asked_by) VALUES ($1, $2)
  ON CONFLICT ON CONSTRAINT judge_audit_runs_one_per_judge DO UPDATE
     SET status = 'pending', attempt = ${resetAttemptsSql("r.attempt")}, failures = 0, run_at = now(),
         asked_by = excluded.asked_by, asked_at = now(), charter = NULL, winners = '{}', requests = 0,
         price = 0, is_price_estimated = false, report = NULL, last_failure = NULL
   WHERE r.status IN ('complete', 'failed')
  RETURNING id, attempt`;

/**
 * Starts a run of the bait set (test debates) on a judge, unless such a run is still open. Returns
 * the last run of each judge. Throws `spending_limit`.
 */
export const startJudgeAudit = async (
  { sql, env, logger, enqueue }: Pick<Context, "sql" | "env" | "logger" | "enqueue">,
  { id: userId }: SignedInViewer,
  judge: Provider,
): Promise<JudgeAudits> => {
  await requireBudget(sql, env, { viewer: null, ownerId: null });
  await withAfterCommit(logger, async (after) => {
    const values = [judge, userId];
    const started = await mutateRows<{ id: number; attempt: number }>(sql, START_AUDIT_SQL, values);
    for (const { id, attempt } of started)
      after(() => enqueue("audit-judge", { judgeAuditId: id }, { attempt }));
  });
  return getJudgeAudits({ sql, env });
};
