import { z } from "zod";
import type { Format } from "#shared/domain/debate.ts";
import { type Scores, winnerOf } from "#shared/domain/score.ts";
import { SIDE_LABEL } from "#shared/domain/side.ts";
import type { ChatRequest } from "../llm/chat-model.ts";
import { ReplyText } from "../llm/model-text.ts";
import { JUDGE_TOKENS, judgeRules } from "./every-judge.ts";
import { newMark, type Speech, transcript } from "./transcript.ts";

export const Verdict = z.object({ reasoning: ReplyText });
export type Verdict = z.infer<typeof Verdict>;

const SCHEMA = {
  name: "verdict",
  schema: {
    type: "object",
    properties: {
      reasoning: { type: "string", description: "The verdict: 80 to 120 words" },
    } satisfies Record<keyof Verdict, object>,
    required: ["reasoning"] satisfies (keyof Verdict)[],
    additionalProperties: false,
  },
};

const INSTRUCTIONS = [
  "",
  "You are given the whole debate, and the means of the scores you gave its turns. Write your final verdict for the audience, in 80 to 120 words: what decided the debate, what each side did best and what it left unanswered. It has to fit the scores.",
  "",
  'Answer with one JSON object and nothing else: {"reasoning": "…"}',
];

const outcome = (scores: Scores | null): string => {
  const winner = scores && winnerOf(scores);
  if (!winner) return "Not every side has a score: say who was more convincing.";
  const means = `${SIDE_LABEL.bot_a} ${scores.botA}, ${SIDE_LABEL.bot_b} ${scores.botB}`;
  const result = winner === "draw" ? "a draw" : `${SIDE_LABEL[winner]} wins`;
  return `Mean scores: ${means}: ${result}.`;
};

export const judgeDebatePrompt = (
  debate: { topic: string; format: Format; scores: Scores | null },
  speeches: readonly Speech[],
  mark = newMark(),
): ChatRequest => ({
  system: [...judgeRules(debate, mark), ...INSTRUCTIONS].join("\n"),
  user: `${transcript(debate.topic, speeches, mark)}\n\n${outcome(debate.scores)}`,
  maxTokens: JUDGE_TOKENS,
  schema: SCHEMA,
});
