import type { PreloadSql } from "#infra/db/jobs/claim-job.ts";
import { renewLease } from "#infra/db/jobs/job-lease.ts";
import type { Provider } from "#shared/domain/provider.ts";
import type { WorkerContext } from "#worker/context.ts";
import { askVerdict } from "#worker/judging/ask-verdict.ts";
import type { VerdictReading } from "#worker/prompts/verdict-question.ts";
import type { ActiveLease } from "#worker/runtime/job-task.ts";
import { loadDebate } from "./load-debate.ts";
import { getModelName, requireModel } from "./require-model.ts";

/**
 * A judge of a debate. Its database row keeps its answers so far, and the rules (charter) under
 * which it gave them.
 */
export interface AskedJudge {
  debateId: number;
  judge: Provider;
  charter: string | null;
  answers: VerdictReading[];
}

export const ASKED_JUDGE_SQL: PreloadSql<AskedJudge> = `
  json_build_object('debateId', w.debate_id, 'judge', w.judge, 'charter', w.charter,
                    'answers', w.answers)`;

export const UNUSABLE_ANSWERS = {
  code: "unusable",
  message: "The judge gave no usable answers.",
} as const;

/**
 * Asks this judge the questions about the winner that it has not answered under the present rules.
 * Stores each answer in the job's row, then calls `onAnswer`.
 */
export const completeAnswers = async (
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
