import type { JobHandler } from "#infra/queue/consume.ts";
import { literalQuotes } from "#shared/domain/score.ts";
import type { WorkerContext } from "../context.ts";
import { completeStructured } from "../llm/complete-structured.ts";
import { judgeTurnPrompt, TurnJudgement } from "../prompts/judge-turn-prompt.ts";
import { LOADED_TURN } from "./load-debate.ts";
import { judgeOf } from "./model-of.ts";
import { storeJudgement } from "./store-judgement.ts";

/** Lets the judge score one turn. A turn that cannot be scored is stored without a score. */
export const judgeTurn =
  (context: WorkerContext): JobHandler<"judge-turn"> =>
  ({ turnId }) =>
    context.runner.run({
      job: "judge-turn",
      id: turnId,
      loads: LOADED_TURN,
      async run(attempt) {
        const { signal, logger, meter } = attempt;
        const { turn, debate, speeches } = attempt.loaded;
        const chosen = judgeOf(context, debate);
        const prompt = { ...judgeTurnPrompt(debate, speeches, turn), meter };
        const isGood = ({ quotes }: TurnJudgement) =>
          literalQuotes(quotes, turn.content).length > 0;
        const reply =
          chosen &&
          (await completeStructured(
            chosen.model,
            prompt,
            { shape: TurnJudgement, isGood },
            signal,
          ));
        // A score is only accepted if at least one quote occurs in the speech.
        const judgement = reply && isGood(reply) ? reply : null;
        const judge = chosen?.judge ?? null;
        logger.setBindings({ judge });
        if (!judgement) logger.warn("the turn is not scored");
        await storeJudgement(context, attempt, turn, { judge, judgement });
      },
      async giveUp(attempt) {
        const { turn, debate } = attempt.loaded;
        const judge = judgeOf(context, debate)?.judge ?? null;
        await storeJudgement(context, attempt, turn, { judge, judgement: null });
      },
    });
