import { Debate } from "#infra/db/entities/debate.ts";
import { recordAct } from "#infra/operations/record-act.ts";
import { change } from "#infra/db/sql.ts";
import { transact } from "#infra/db/transaction.ts";
import { attemptsAnew } from "#infra/db/work.ts";
import type { VerdictRetried } from "#shared/contract/admin.ts";
import { DomainError, notFound } from "#shared/contract/errors.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import { requireBudget } from "./require-budget.ts";

const RETRY = `
  UPDATE debates
     SET verdict_status = 'pending', verdict_attempt = ${attemptsAnew("verdict_attempt")},
         verdict_failures = 0, verdict_run_at = now(), scores = scores || '{"reasoning": null}'
   WHERE id = $1 AND verdict_status = 'failed' RETURNING topic, user_id AS "ownerId", verdict_attempt AS attempt`;

interface Retried {
  topic: string;
  ownerId: number;
  attempt: number;
}

/** Queues a failed verdict again. Throws not_found, conflict, and spending_limit. */
export const retryVerdict = (
  context: Context,
  viewer: SignedIn,
  debateId: number,
): Promise<VerdictRetried> =>
  transact(context.db, context.logger, async (tx, after) => {
    const [retried] = await change<Retried>(tx, RETRY, [debateId]);
    if (!retried) {
      if (!(await tx.existsBy(Debate, { id: debateId }))) throw notFound("Debate");
      throw new DomainError("conflict", "This debate has no failed verdict.");
    }
    const { topic, ownerId, attempt } = retried;
    await requireBudget(tx, context.env, { viewer, ownerId });
    const subject = { kind: "debate", id: debateId, name: topic } as const;
    await recordAct(tx, viewer, { act: "retry_verdict", subject });
    after(() => context.enqueue("judge-debate", { debateId }, { attempt }));
    return { debateId };
  });
