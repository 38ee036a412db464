import type { JobHandler } from "#infra/queue/queue-consumer.ts";
import { isTextConsistent } from "#shared/domain/debates/judging/decision.ts";
import type { Provider } from "#shared/domain/provider.ts";
import type { WorkerContext } from "#worker/context.ts";
import { askVerdict } from "#worker/judging/ask-verdict.ts";
import type { ChatModel } from "#worker/llm/chat-model.ts";
import { completeStructured } from "#worker/llm/complete-structured.ts";
import { buildVerdictTextPrompt, VerdictReply } from "#worker/prompts/judge-debate-prompt.ts";
import type { ActiveLease } from "#worker/runtime/job-task.ts";
import { type LoadedDebate, loadDebate } from "../common/load-debate.ts";
import { createNameMask, maskNames } from "../common/blind-debate.ts";
import { findJudge, getModelName } from "../common/require-model.ts";
import { settlePanel } from "./settle-panel.ts";
import { decide, storeVerdict, type WrittenVerdict } from "./store-verdict.ts";
import { loadDraft, saveDraft, type VerdictDraft } from "./verdict-draft.ts";

const NO_VERDICT_FAILURE = {
  code: "unusable",
  message: "The judge wrote no usable verdict, or no judge is available.",
};

/** Gets both answers of the judge. Continues the draft of an earlier attempt of the same judge. */
const completeDraft = async (
  context: WorkerContext,
  lease: ActiveLease,
  { debate, speeches }: LoadedDebate,
  { judge, model }: { judge: Provider; model: ChatModel },
  onAnswer: () => void,
): Promise<VerdictDraft> => {
  const { sql, charter } = context;
  const { signal, meter } = lease;
  const known = await loadDraft(sql, debate.id, charter.hash);
  let draft: VerdictDraft =
    known?.judge === judge ? known : { charter: charter.hash, judge, model: null, answers: [] };
  await askVerdict({ debate, speeches, model, meter, signal }, draft.answers, async (answers) => {
    draft = { ...draft, model: getModelName(context, judge, lease), answers };
    await saveDraft(sql, lease, draft);
    onAnswer();
  });
  return draft;
};

/**
 * Returns the first answer's text. If it contradicts the mean scores or the decision, another text
 * is requested.
 */
const writeText = async (
  draft: VerdictDraft,
  { debate, speeches }: LoadedDebate,
  model: ChatModel,
  { meter, signal }: ActiveLease,
): Promise<WrittenVerdict | null> => {
  const [first] = draft.answers;
  if (!first) return null;
  const decision = decide(draft);
  if (isTextConsistent(first.winner, debate.scores, decision))
    return { draft, reasoning: first.reasoning };
  const prompt = { ...buildVerdictTextPrompt(debate, decision, speeches), meter };
  const other = await completeStructured(model, prompt, { shape: VerdictReply }, signal);
  return { draft, reasoning: other?.reasoning ?? first.reasoning };
};

/** Masks the names that a blind debate hides. */
const maskVerdict = (
  context: WorkerContext,
  { debate }: LoadedDebate,
  verdict: WrittenVerdict | null,
): WrittenVerdict | null =>
  verdict && {
    ...verdict,
    reasoning: maskNames(createNameMask(context, debate), verdict.reasoning),
  };

/**
 * Lets the judge write the verdict and name the winner, or decides from the votes of a panel. If the
 * only judge fails, the debate keeps its scores and the text of the first answer, if there is one.
 */
export const judgeDebate =
  (context: WorkerContext): JobHandler<"judge-debate"> =>
  ({ debateId }) => {
    const { sql, runner, charter } = context;
    let storedAnswers = 0;
    const onAnswer = () => void storedAnswers++;
    return runner.run({
      job: "judge-debate",
      id: debateId,
      hasProgressed: () => storedAnswers > 0,
      async run(lease) {
        const loaded = await loadDebate(sql, debateId);
        if (await settlePanel(context, lease, loaded)) return;
        const chosen = findJudge(context, loaded.debate.real);
        const draft = chosen && (await completeDraft(context, lease, loaded, chosen, onAnswer));
        const verdict = draft && (await writeText(draft, loaded, chosen.model, lease));
        if (!verdict) lease.logger.warn({ judge: chosen?.judge }, "verdict.missing");
        if (!verdict) lease.failure = NO_VERDICT_FAILURE;
        await storeVerdict(context, lease, maskVerdict(context, loaded, verdict));
      },
      async giveUp(lease) {
        const loaded = await loadDebate(sql, debateId);
        if (await settlePanel(context, lease, loaded, { isLast: true })) return;
        const draft = await loadDraft(sql, debateId, charter.hash);
        const [first] = draft?.answers ?? [];
        const verdict = draft && first ? { draft, ...first } : null;
        await storeVerdict(context, lease, maskVerdict(context, loaded, verdict));
      },
    });
  };
