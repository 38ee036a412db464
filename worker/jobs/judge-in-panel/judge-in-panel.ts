import type { PreloadSql } from "#infra/db/jobs/claim-job.ts";
import { renewLease } from "#infra/db/jobs/job-lease.ts";
import type { JobHandler } from "#infra/queue/queue-consumer.ts";
import { combineAnswers } from "#shared/domain/debates/judging/decision.ts";
import type { Provider } from "#shared/domain/provider.ts";
import type { WorkerContext } from "#worker/context.ts";
import { askVerdict } from "#worker/judging/ask-verdict.ts";
import type { VerdictReading } from "#worker/prompts/verdict-question.ts";
import type { ActiveLease } from "#worker/runtime/job-task.ts";
import { loadDebate } from "../common/load-debate.ts";
import { getModelName, requireModel } from "../common/require-model.ts";
import { storeVote } from "./store-vote.ts";

interface AskedJudge {
  debateId: number;
  judge: Provider;
  charter: string | null;
  answers: VerdictReading[];
}

const PRELOAD_SQL: PreloadSql<AskedJudge> = `
  json_build_object('debateId', w.debate_id, 'judge', w.judge, 'charter', w.charter,
                    'answers', w.answers)`;

const UNUSABLE = { code: "unusable", message: "The judge gave no usable answers." };

/** Asks the questions that this judge has not answered yet under the charter. */
const completeAnswers = async (
  context: WorkerContext,
  lease: ActiveLease<AskedJudge>,
  onAnswer: () => void,
): Promise<VerdictReading[]> => {
  const { sql, charter } = context;
  const { signal, meter, loaded } = lease;
  const { debate, speeches } = await loadDebate(sql, loaded.debateId);
  const model = requireModel(context, loaded.judge);
  const known = loaded.charter === charter.hash ? loaded.answers : [];
  return askVerdict({ debate, speeches, model, meter, signal }, known, async (answers) => {
    await renewLease(sql, lease, {
      set: "answers = $1, charter = $2, model = $3",
      values: [JSON.stringify(answers), charter.hash, getModelName(context, loaded.judge, lease)],
    });
    onAnswer();
  });
};

/** Lets one judge of a panel vote. The last vote lets `judge-debate` decide. */
export const judgeInPanel =
  (context: WorkerContext): JobHandler<"judge-in-panel"> =>
  ({ panelVoteId }) => {
    let storedAnswers = 0;
    const onAnswer = () => void storedAnswers++;
    return context.runner.run({
      job: "judge-in-panel",
      id: panelVoteId,
      preload: PRELOAD_SQL,
      hasProgressed: () => storedAnswers > 0,
      async run(lease) {
        const [first, second] = await completeAnswers(context, lease, onAnswer);
        const vote = first && second ? combineAnswers(first, second) : null;
        if (!vote) lease.failure = UNUSABLE;
        await storeVote(context, lease, lease.loaded.debateId, vote);
      },
      giveUp: (lease) => storeVote(context, lease, lease.loaded.debateId, null),
    });
  };
