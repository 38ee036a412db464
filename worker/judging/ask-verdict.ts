import { ROLES } from "#shared/domain/debates/side.ts";
import type { ChatModel } from "../llm/chat-model.ts";
import { completeStructured } from "../llm/complete-structured.ts";
import type { AttemptMeter } from "../llm/usage-meter.ts";
import type { JudgedDebate } from "../prompts/judge-debate-prompt.ts";
import type { PromptSpeech } from "../prompts/prompt-transcript.ts";
import {
  buildVerdictQuestion,
  createVerdictReadingReply,
  type VerdictReading,
} from "../prompts/verdict-question.ts";

interface VerdictSubject {
  debate: JudgedDebate;
  speeches: readonly PromptSpeech[];
  model: ChatModel;
  meter: AttemptMeter;
  signal: AbortSignal;
}

/**
 * Asks both questions for the winner, except those that were answered by an earlier attempt. Returns
 * fewer than two answers if a reply was unusable. Throws a `ProviderError` if a request failed.
 * `onAnswer` stores the answers so far, because they are paid.
 */
export const askVerdict = async (
  { debate, speeches, model, meter, signal }: VerdictSubject,
  known: readonly VerdictReading[] = [],
  onAnswer?: (answers: readonly VerdictReading[]) => Promise<void>,
): Promise<VerdictReading[]> => {
  const answers = [...known];
  for (const first of ROLES.slice(known.length)) {
    const question = { ...buildVerdictQuestion(debate, speeches, first), meter };
    const shape = createVerdictReadingReply(first);
    const answer = await completeStructured(model, question, { shape }, signal);
    if (!answer) break;
    answers.push(answer);
    await onAnswer?.(answers);
  }
  return answers;
};
