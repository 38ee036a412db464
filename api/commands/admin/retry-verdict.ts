import { DebateEntity } from "#infra/db/entities/debate.ts";
import { recordAuditEntry } from "#infra/services/audit-log.ts";
import { mutateRows } from "#infra/db/sql.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import { resetAttemptsSql } from "#infra/db/jobs/job-lease.ts";
import type { RetryVerdictResponse } from "#shared/contract/admin/admin.ts";
import { DomainError, notFound } from "#shared/contract/errors.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "#api/context.ts";
import { requireBudget } from "../debates/require-budget.ts";

const RETRY_VERDICT_SQL = `
  UPDATE debates
     SET verdict_status = 'pending', verdict_attempt = ${resetAttemptsSql("verdict_attempt")},
         verdict_failures = 0, verdict_run_at = now(), scores = scores || '{"reasoning": null}'
   WHERE id = $1 AND verdict_status = 'failed' RETURNING topic, user_id AS "ownerId", verdict_attempt AS attempt`;

/** Makes the judges of a panel that did not answer due again. */
const REOPEN_VOTES_SQL = `
  UPDATE panel_votes
     SET status = 'pending', attempt = ${resetAttemptsSql("attempt")}, failures = 0,
         run_at = now(), opened_at = now(), deferred_for = NULL
   WHERE debate_id = $1 AND status = 'failed' RETURNING id, attempt`;

interface RetriedVerdict {
  topic: string;
  ownerId: number;
  attempt: number;
}

/**
 * Queues a debate's failed verdict again. Throws `not_found`, `conflict` if no verdict failed, and
 * `spending_limit`.
 */
export const retryVerdict = (
  { env, logger, db, enqueue }: Pick<Context, "env" | "logger" | "db" | "enqueue">,
  viewer: SignedInViewer,
  debateId: number,
): Promise<RetryVerdictResponse> =>
  withTransaction(db, logger, async (tx, after) => {
    const [retried] = await mutateRows<RetriedVerdict>(tx, RETRY_VERDICT_SQL, [debateId]);
    if (!retried) {
      if (!(await tx.existsBy(DebateEntity, { id: debateId }))) throw notFound("Debate");
      throw new DomainError("conflict", "This debate has no failed verdict.");
    }
    const { topic, ownerId, attempt } = retried;
    await requireBudget(tx, env, { viewer, ownerId });
    const subject = { kind: "debate", id: debateId, name: topic } as const;
    await recordAuditEntry(tx, viewer, { act: "retry_verdict", subject });
    const votes = await mutateRows<{ id: number; attempt: number }>(tx, REOPEN_VOTES_SQL, [
      debateId,
    ]);
    for (const vote of votes)
      after(() => enqueue("judge-in-panel", { panelVoteId: vote.id }, { attempt: vote.attempt }));
    after(() => enqueue("judge-debate", { debateId }, { attempt }));
    return { debateId };
  });
