import type { PreloadSql } from "#infra/db/jobs/claim-job.ts";
import { finishJob, type JobLease } from "#infra/db/jobs/job-lease.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import type { JobHandler } from "#infra/queue/queue-consumer.ts";
import { combineAnswers, type Decision } from "#shared/domain/debates/judging/decision.ts";
import type { Provider } from "#shared/domain/provider.ts";
import type { WorkerContext } from "#worker/context.ts";
import { askVerdict } from "#worker/judging/ask-verdict.ts";
import { saveCharter } from "#worker/judging/charter.ts";
import { loadDebate } from "../common/load-debate.ts";
import { getModelName, requireModel } from "../common/require-model.ts";

interface RepeatedVerdict {
  debateId: number;
  judge: Provider;
}

const PRELOAD_SQL: PreloadSql<RepeatedVerdict> =
  "json_build_object('debateId', w.debate_id, 'judge', w.judge)";

const UNUSABLE = { code: "unusable", message: "The judge gave no usable answers." };

const storeDecision = (
  { db, logger, charter }: Pick<WorkerContext, "db" | "logger" | "charter">,
  lease: JobLease,
  model: string | null,
  { winner, margin, wavered }: Decision,
): Promise<void> =>
  withTransaction(db, logger, async (tx) => {
    await saveCharter(tx, charter);
    await finishJob(tx, lease, "complete", {
      set: "charter = $1, model = $2, winner = $3, margin = $4, wavered = $5, decided_at = now()",
      values: [charter.hash, model, winner, margin, wavered],
    });
  });

const storeFailure = (
  { db, logger }: Pick<WorkerContext, "db" | "logger">,
  lease: JobLease,
): Promise<void> =>
  withTransaction(db, logger, async (tx) => {
    await finishJob(tx, lease, "failed", { set: "decided_at = NULL" });
  });

/** Judges a debate again, to compare the decision with that of the verdict. */
export const repeatVerdict =
  (context: WorkerContext): JobHandler<"repeat-verdict"> =>
  ({ verdictRepeatId }) =>
    context.runner.run({
      job: "repeat-verdict",
      id: verdictRepeatId,
      preload: PRELOAD_SQL,
      async run(lease) {
        const { signal, meter } = lease;
        const { debateId, judge } = lease.loaded;
        const { debate, speeches } = await loadDebate(context.sql, debateId);
        const model = requireModel(context, judge);
        const [first, second] = await askVerdict({ debate, speeches, model, meter, signal });
        if (first && second) {
          const name = getModelName(context, judge, lease);
          await storeDecision(context, lease, name, combineAnswers(first, second));
          return;
        }
        lease.failure = UNUSABLE;
        await storeFailure(context, lease);
      },
      giveUp: (lease) => storeFailure(context, lease),
    });
