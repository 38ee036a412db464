import { z } from "zod";
import type { Format } from "#shared/domain/debates/debate.ts";
import type { LanguageTag } from "#shared/domain/debates/language/language.ts";
import { selectRuling } from "#shared/domain/debates/judging/ruling.ts";
import { MAX_SCORE, MIN_SCORE } from "#shared/domain/debates/judging/score.ts";
import { describeTurnTask } from "#shared/domain/debates/judging/charter.ts";
import type { ChatRequest } from "../llm/chat-model.ts";
import { ReplyText } from "../llm/replies/reply-text.ts";
import { JUDGE_MAX_TOKENS, buildJudgeRules } from "./judge-rules.ts";
import {
  createDelimiter,
  quoteSpeech,
  type PromptSpeech,
  renderPromptTranscript,
} from "./prompt-transcript.ts";

/** Unambiguous spellings of a score: "7", "7.0", "7/10", "7 out of 10". */
const WRITTEN_SCORE = /^(\d{1,2}(?:[.,]\d{1,3})?)(?: ?(?:\/|out of) ?10)?$/i;

const parseScore = (score: string): number =>
  Number(WRITTEN_SCORE.exec(score.trim())?.[1]?.replace(",", ".") ?? Number.NaN);

const Score = z
  .union([z.number(), z.string().transform(parseScore)])
  .pipe(z.number().min(MIN_SCORE).max(MAX_SCORE))
  .transform(Math.round);

const MAX_QUOTES = 10;

const Quotes = z
  .union([z.array(z.unknown()), z.string().transform((quote) => [quote])])
  .nullish()
  .transform((quotes) => (quotes ?? []).filter((quote) => typeof quote === "string"))
  .transform((quotes) => quotes.slice(0, MAX_QUOTES));

/** A judgement as models write it. Allows the usual deviations, such as a score in quotes. */
export const TurnJudgementReply = z
  .object({
    score: Score,
    feedback: ReplyText,
    ruling: ReplyText.nullable().catch(null),
    quotes: Quotes,
  })
  .transform((reply) => ({ ...reply, ruling: selectRuling(reply) }));
export type TurnJudgementReply = z.infer<typeof TurnJudgementReply>;

/** `TurnJudgementReply` in the JSON Schema subset that all models support. */
const SCHEMA = {
  name: "turn_judgement",
  schema: {
    type: "object",
    properties: {
      score: { type: "integer", description: `From ${MIN_SCORE} to ${MAX_SCORE}` },
      feedback: { type: "string", description: "One to three sentences" },
      ruling: { type: "string", description: "One sentence of at most 15 words" },
      quotes: {
        type: "array",
        items: { type: "string" },
        description: "One to three passages, copied exactly from the judged turn",
      },
    } satisfies Record<keyof TurnJudgementReply, object>,
    required: ["score", "feedback", "ruling", "quotes"] satisfies (keyof TurnJudgementReply)[],
    additionalProperties: false,
  },
};

/** Builds the judge's prompt for one turn. `before` has the earlier speeches, in order. */
export const buildJudgeTurnPrompt = (
  debate: { topic: string; language: LanguageTag | null; format: Format },
  before: readonly PromptSpeech[],
  judged: PromptSpeech,
  mark = createDelimiter(),
): ChatRequest => ({
  system: [...buildJudgeRules(debate, mark), "", ...describeTurnTask(mark)].join("\n"),
  user: [
    renderPromptTranscript(debate.topic, before, mark),
    `Judge this turn:\n<judged-${mark}>\n${quoteSpeech(judged, mark)}\n</judged-${mark}>`,
  ].join("\n\n"),
  maxTokens: JUDGE_MAX_TOKENS,
  schema: SCHEMA,
});
