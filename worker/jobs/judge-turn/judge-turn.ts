import type { JobHandler } from "#infra/queue/queue-consumer.ts";
import { findLiteralQuotes } from "#shared/domain/debates/judging/literal-quotes.ts";
import type { WorkerContext } from "#worker/context.ts";
import { completeStructured } from "#worker/llm/complete-structured.ts";
import { buildJudgeTurnPrompt, TurnJudgementReply } from "#worker/prompts/judge-turn-prompt.ts";
import { PRELOAD_TURN_SQL } from "../common/load-debate.ts";
import { createNameMask, maskNames } from "../common/blind-debate.ts";
import { findJudge, getModelName } from "../common/require-model.ts";
import { storeJudgement } from "./store-judgement.ts";

/** Lets the judge score one turn. A turn that cannot be scored is stored without a score. */
export const judgeTurn =
  (context: WorkerContext): JobHandler<"judge-turn"> =>
  ({ turnId }) =>
    context.runner.run({
      job: "judge-turn",
      id: turnId,
      preload: PRELOAD_TURN_SQL,
      async run(lease) {
        const { signal, logger, meter } = lease;
        const { turn, debate, speeches } = lease.loaded;
        const chosen = findJudge(context, debate.real);
        const prompt = { ...buildJudgeTurnPrompt(debate, speeches, turn), meter };
        const isGood = ({ quotes }: TurnJudgementReply) =>
          findLiteralQuotes(quotes, turn.content).length > 0;
        const reply =
          chosen &&
          (await completeStructured(
            chosen.model,
            prompt,
            { shape: TurnJudgementReply, isGood },
            signal,
          ));
        // A score is only accepted if at least one quote occurs in the speech.
        const names = createNameMask(context, debate);
        const judgement =
          reply && isGood(reply)
            ? {
                ...reply,
                ruling: maskNames(names, reply.ruling),
                feedback: maskNames(names, reply.feedback),
              }
            : null;
        const judge = chosen?.judge ?? null;
        logger.setBindings({ judge });
        if (!judgement) logger.warn("turn.not_scored");
        const judgeModel = judge && getModelName(context, judge, lease);
        await storeJudgement(context, lease, turn, { judge, judgeModel, judgement });
      },
      async giveUp(lease) {
        const { turn, debate } = lease.loaded;
        const judge = findJudge(context, debate.real)?.judge ?? null;
        const judgeModel = judge && getModelName(context, judge, lease);
        await storeJudgement(context, lease, turn, { judge, judgeModel, judgement: null });
      },
    });
