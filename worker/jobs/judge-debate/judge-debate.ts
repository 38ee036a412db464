import type { JobHandler } from "#infra/queue/queue-consumer.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import { finishJob, type JobLease } from "#infra/db/jobs/job-lease.ts";
import type { ProgressColumns } from "#infra/realtime/event-publisher.ts";
import type { WorkerContext } from "#worker/context.ts";
import { completeStructured } from "#worker/llm/complete-structured.ts";
import { buildJudgeDebatePrompt, VerdictReply } from "#worker/prompts/judge-debate-prompt.ts";
import { loadDebate } from "../common/load-debate.ts";
import { findJudge } from "../common/require-model.ts";
import { notifyVerdict } from "./notify-verdict.ts";
import { PROGRESS_COLUMNS_SQL } from "#infra/presenters/debate-progress-presenter.ts";

/** Stores the verdict; null marks it as failed. Throws `LeaseLostError`. */
const storeVerdict = (
  context: WorkerContext,
  lease: JobLease,
  reasoning: string | null,
): Promise<void> =>
  withTransaction(context.db, context.logger, async (tx, after) => {
    const status = reasoning === null ? "failed" : "complete";
    const progress = await finishJob<ProgressColumns>(tx, lease, status, {
      set: "scores = scores || jsonb_build_object('reasoning', $1::text)",
      values: [reasoning ?? ""],
      returning: PROGRESS_COLUMNS_SQL,
    });
    after(() => context.announce.debateUpdated(progress));
    if (reasoning !== null) await notifyVerdict(context, tx, after, lease.id);
  });

const NO_VERDICT_FAILURE = {
  code: "unusable",
  message: "The judge wrote no usable verdict, or no judge is available.",
};

/** Lets the judge write the verdict. If this fails, the debate keeps only its scores. */
export const judgeDebate =
  (context: WorkerContext): JobHandler<"judge-debate"> =>
  ({ debateId }) => {
    const { sql, runner } = context;
    return runner.run({
      job: "judge-debate",
      id: debateId,
      async run(lease) {
        const { signal, logger, meter } = lease;
        const { debate, speeches } = await loadDebate(sql, debateId);
        const chosen = findJudge(context, debate);
        const prompt = { ...buildJudgeDebatePrompt(debate, speeches), meter };
        const verdict =
          chosen &&
          (await completeStructured(chosen.model, prompt, { shape: VerdictReply }, signal));
        if (!verdict) logger.warn({ judge: chosen?.judge }, "verdict.missing");
        if (!verdict) lease.failure = NO_VERDICT_FAILURE;
        await storeVerdict(context, lease, verdict?.reasoning ?? null);
      },
      giveUp: (lease) => storeVerdict(context, lease, null),
    });
  };
