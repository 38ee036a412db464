import { z } from "zod";
import type { Format } from "#shared/domain/debates/debate.ts";
import type { LanguageTag } from "#shared/domain/debates/language/language.ts";
import { type Scores, getWinner } from "#shared/domain/debates/judging/score.ts";
import { SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { VERDICT_TEXT_TASK } from "#shared/domain/debates/judging/charter.ts";
import { type Decision, summarizeDecision } from "#shared/domain/debates/judging/decision.ts";
import type { ChatRequest } from "../llm/chat-model.ts";
import { ReplyText } from "../llm/replies/reply-text.ts";
import { JUDGE_MAX_TOKENS, buildJudgeRules } from "./judge-rules.ts";
import { createDelimiter, type PromptSpeech, renderPromptTranscript } from "./prompt-transcript.ts";

export const VerdictReply = z.object({ reasoning: ReplyText });
export type VerdictReply = z.infer<typeof VerdictReply>;

const SCHEMA = {
  name: "verdict",
  schema: {
    type: "object",
    properties: {
      reasoning: { type: "string", description: "The verdict: 80 to 120 words" },
    } satisfies Record<keyof VerdictReply, object>,
    required: ["reasoning"] satisfies (keyof VerdictReply)[],
    additionalProperties: false,
  },
};

const describeOutcome = (scores: Scores | null): string => {
  const winner = scores && getWinner(scores);
  if (!winner) return "Not every side has a score.";
  const means = `${SIDE_LABEL.bot_a} ${scores.botA}, ${SIDE_LABEL.bot_b} ${scores.botB}`;
  const result = winner === "draw" ? "a draw" : `${SIDE_LABEL[winner]} wins`;
  return `Mean scores: ${means}: ${result}.`;
};

export interface JudgedDebate {
  topic: string;
  language: LanguageTag | null;
  format: Format;
}

/**
 * Builds the request for a verdict text that fits the scores and the decision. The decision is null
 * if the judge answered only one of its two questions.
 */
export const buildVerdictTextPrompt = (
  debate: JudgedDebate & { scores: Scores | null },
  decision: Decision | null,
  speeches: readonly PromptSpeech[],
  mark = createDelimiter(),
): ChatRequest => ({
  system: [...buildJudgeRules(debate, mark), "", ...VERDICT_TEXT_TASK].join("\n"),
  user: [
    `${renderPromptTranscript(debate.topic, speeches, mark)}\n`,
    describeOutcome(debate.scores),
    ...(decision ? [`Your final verdict: ${summarizeDecision(decision)}.`] : []),
  ].join("\n"),
  maxTokens: JUDGE_MAX_TOKENS,
  schema: SCHEMA,
});
