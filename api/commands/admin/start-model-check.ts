import { resetAttemptsSql } from "#infra/db/jobs/job-lease.ts";
import { mutateRows } from "#infra/db/sql.ts";
import { withAfterCommit } from "#infra/db/transaction.ts";
import type { ModelCheck } from "#shared/contract/admin/model-check.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import { PAID_SERVICES } from "#shared/domain/billing/spending.ts";
import type { Context } from "#api/context.ts";
import { getModelCheck } from "#api/queries/admin/get-model-check.ts";
import { requireBudget } from "../debates/require-budget.ts";

/**
 * Does nothing while a check is open. If two starts run concurrently, only the first resets the
 * rows; the second finds them pending.
 */
const START_CHECK_SQL = `
  INSERT INTO model_checks AS c (service, asked_by)
  SELECT service, $2::int FROM unnest($1::text[]) AS service
   WHERE NOT EXISTS (SELECT FROM model_checks WHERE status IN ('pending', 'running'))
  ON CONFLICT ON CONSTRAINT model_checks_one_per_service DO UPDATE
     SET status = 'pending', attempt = ${resetAttemptsSql("c.attempt")}, failures = 0, run_at = now(),
         asked_by = excluded.asked_by, asked_at = now(), report = NULL
   WHERE c.status IN ('complete', 'failed')
  RETURNING id, attempt`;

/**
 * Starts a check of all services, one job each, and returns it. While a check is open, returns that
 * check. The worker finds out which services are configured. Throws `spending_limit`.
 */
export const startModelCheck = async (
  { sql, env, logger, enqueue }: Pick<Context, "sql" | "env" | "logger" | "enqueue">,
  { id: userId }: SignedInViewer,
): Promise<ModelCheck> => {
  await requireBudget(sql, env, { viewer: null, ownerId: null });
  await withAfterCommit(logger, async (after) => {
    const values = [PAID_SERVICES, userId];
    const started = await mutateRows<{ id: number; attempt: number }>(sql, START_CHECK_SQL, values);
    for (const { id, attempt } of started)
      after(() => enqueue("check-model", { modelCheckId: id }, { attempt }));
  });
  return getModelCheck(sql);
};
