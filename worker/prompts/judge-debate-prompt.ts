import { z } from "zod";
import type { Format } from "#shared/domain/debates/debate.ts";
import type { LanguageTag } from "#shared/domain/debates/language/language.ts";
import { type Scores, getWinner } from "#shared/domain/debates/judging/score.ts";
import { SIDE_LABEL } from "#shared/domain/debates/side.ts";
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

const INSTRUCTIONS = [
  "",
  "You are given the whole debate, and the means of the scores you gave its turns. Write your final verdict for the audience, in 80 to 120 words: what decided the debate, what each side did best and what it left unanswered. It has to fit the scores.",
  "",
  'Answer with one JSON object and nothing else: {"reasoning": "…"}',
];

const describeOutcome = (scores: Scores | null): string => {
  const winner = scores && getWinner(scores);
  if (!winner) return "Not every side has a score: say who was more convincing.";
  const means = `${SIDE_LABEL.bot_a} ${scores.botA}, ${SIDE_LABEL.bot_b} ${scores.botB}`;
  const result = winner === "draw" ? "a draw" : `${SIDE_LABEL[winner]} wins`;
  return `Mean scores: ${means}: ${result}.`;
};

export const buildJudgeDebatePrompt = (
  debate: { topic: string; language: LanguageTag | null; format: Format; scores: Scores | null },
  speeches: readonly PromptSpeech[],
  mark = createDelimiter(),
): ChatRequest => ({
  system: [...buildJudgeRules(debate, mark), ...INSTRUCTIONS].join("\n"),
  user: `${renderPromptTranscript(debate.topic, speeches, mark)}\n\n${describeOutcome(debate.scores)}`,
  maxTokens: JUDGE_MAX_TOKENS,
  schema: SCHEMA,
});
