import type { JobHandler } from "#infra/queue/queue-consumer.ts";
import { combineAnswers } from "#shared/domain/debates/judging/decision.ts";
import type { WorkerContext } from "#worker/context.ts";
import { ASKED_JUDGE_SQL, completeAnswers, UNUSABLE_ANSWERS } from "../common/complete-answers.ts";
import { storeVote } from "./store-vote.ts";

/** Lets one judge of a panel vote. The last vote lets `judge-debate` decide. */
export const judgeInPanel =
  (context: WorkerContext): JobHandler<"judge-in-panel"> =>
  ({ panelVoteId }) => {
    let storedAnswers = 0;
    const onAnswer = () => void storedAnswers++;
    return context.runner.run({
      job: "judge-in-panel",
      id: panelVoteId,
      preload: ASKED_JUDGE_SQL,
      hasProgressed: () => storedAnswers > 0,
      async run(lease) {
        const [first, second] = await completeAnswers(context, lease, onAnswer);
        const vote = first && second ? combineAnswers(first, second) : null;
        if (!vote) lease.failure = UNUSABLE_ANSWERS;
        await storeVote(context, lease, lease.loaded.debateId, vote);
      },
      giveUp: (lease) => storeVote(context, lease, lease.loaded.debateId, null),
    });
  };
