import { lockRows } from "#infra/db/row-locks.ts";
import { mutateRows } from "#infra/db/sql.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import { resetAttemptsSql } from "#infra/db/jobs/job-lease.ts";
import { DomainError, notFound } from "#shared/contract/errors.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "#api/context.ts";
import { requireBudget } from "../debates/require-budget.ts";
import { auditTurnAction } from "./audit-turn-action.ts";

const RETRY_JUDGING_SQL = `
  UPDATE turns
     SET judging_status = 'pending', judging_attempt = ${resetAttemptsSql("judging_attempt")},
         judging_failures = 0, judging_run_at = now()
   WHERE id = $1 AND judging_status = 'failed' RETURNING judging_attempt AS attempt`;

/**
 * Queues the failed judging of a turn again. Locks the debate, so that its final scores cannot be
 * settled at the same time. Throws `not_found`, `conflict` if the scores are final or nothing
 * failed, and `spending_limit`.
 */
export const retryJudging = (
  { env, logger, db, enqueue }: Pick<Context, "env" | "logger" | "db" | "enqueue">,
  viewer: SignedInViewer,
  turnId: number,
): Promise<void> =>
  withTransaction(db, logger, async (tx, after) => {
    const [debate] = await lockRows<{ verdict: string; ownerId: number }>(tx, "debates", {
      columns: `verdict_status AS verdict, user_id AS "ownerId"`,
      where: "id = (SELECT debate_id FROM turns WHERE id = $1)",
      values: [turnId],
    });
    if (!debate) throw notFound("Turn");
    if (debate.verdict !== "none")
      throw new DomainError("conflict", "The scores of this debate are final.");
    await requireBudget(tx, env, { viewer, ...debate });
    const [retried] = await mutateRows<{ attempt: number }>(tx, RETRY_JUDGING_SQL, [turnId]);
    if (!retried) throw new DomainError("conflict", "The scoring of this turn has not failed.");
    await auditTurnAction(tx, viewer, "retry_judging", turnId);
    after(() => enqueue("judge-turn", { turnId }, retried));
  });
