import type { JobHandler } from "#infra/queue/consume.ts";
import { transact } from "#infra/db/transaction.ts";
import { endWork, type Hold } from "#infra/db/work.ts";
import type { ProgressColumns } from "#infra/realtime/announce.ts";
import type { WorkerContext } from "../context.ts";
import { completeStructured } from "../llm/complete-structured.ts";
import { judgeDebatePrompt, Verdict } from "../prompts/judge-debate-prompt.ts";
import { loadDebate } from "./load-debate.ts";
import { judgeOf } from "./model-of.ts";
import { tellOfVerdict } from "./tell-of-verdict.ts";
import { PROGRESS } from "#infra/views/debate-progress.ts";

/** Stores the verdict; null marks it as failed. Throws `LostWork`. */
const storeVerdict = (
  context: WorkerContext,
  hold: Hold,
  reasoning: string | null,
): Promise<void> =>
  transact(context.db, context.logger, async (tx, after) => {
    const status = reasoning === null ? "failed" : "complete";
    const progress = await endWork<ProgressColumns>(tx, hold, status, {
      set: "scores = scores || jsonb_build_object('reasoning', $1::text)",
      values: [reasoning ?? ""],
      returning: PROGRESS,
    });
    after(() => context.announce.debateUpdated(progress));
    if (reasoning !== null) await tellOfVerdict(context, tx, after, hold.id);
  });

const NO_VERDICT = {
  code: "unusable",
  message: "The judge wrote nothing that can be used, or there is none.",
};

/**
 * Lets the judge write the verdict. If that fails, the debate keeps its scores without a verdict.
 */
export const judgeDebate =
  (context: WorkerContext): JobHandler<"judge-debate"> =>
  ({ debateId }) => {
    const { sql, runner } = context;
    return runner.run({
      job: "judge-debate",
      id: debateId,
      async run(attempt) {
        const { signal, logger, meter } = attempt;
        const { debate, speeches } = await loadDebate(sql, debateId);
        const chosen = judgeOf(context, debate);
        const prompt = { ...judgeDebatePrompt(debate, speeches), meter };
        const verdict =
          chosen && (await completeStructured(chosen.model, prompt, { shape: Verdict }, signal));
        if (!verdict) logger.warn({ judge: chosen?.judge }, "there is no verdict");
        if (!verdict) attempt.failure = NO_VERDICT;
        await storeVerdict(context, attempt, verdict?.reasoning ?? null);
      },
      giveUp: (attempt) => storeVerdict(context, attempt, null),
    });
  };
