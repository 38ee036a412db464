import { z } from "zod";
import { type Role, SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { DECISION_TASK, MAX_MARGIN, MIN_MARGIN } from "#shared/domain/debates/judging/charter.ts";
import {
  MARGIN_LABEL,
  MARGINS,
  type VerdictAnswer,
} from "#shared/domain/debates/judging/decision.ts";
import type { ChatRequest } from "../llm/chat-model.ts";
import { ReplyText } from "../llm/replies/reply-text.ts";
import type { JudgedDebate } from "./judge-debate-prompt.ts";
import { JUDGE_MAX_TOKENS, buildJudgeRules } from "./judge-rules.ts";
import { createDelimiter, type PromptSpeech, renderPromptTranscript } from "./prompt-transcript.ts";

const SCHEMA = {
  name: "final_verdict",
  schema: {
    type: "object",
    properties: {
      winner: { type: "string", description: "A, B or draw" },
      margin: { type: "integer", description: `${MIN_MARGIN} to ${MAX_MARGIN}; 0 for a draw` },
      reasoning: { type: "string", description: "The verdict: 80 to 120 words" },
    },
    required: ["winner", "margin", "reasoning"],
    additionalProperties: false,
  },
};

/** Words around a label that mean nothing, as in "Speaker A" and "For the motion". */
const FILLERS = new Set(["speaker", "debater", "side", "the", "motion"]);

const listWords = (text: string): string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/^a (?=draw|tie)/, "")
    .match(/\p{L}+/gu)
    ?.filter((word) => !FILLERS.has(word)) ?? [];

const listRoles = (first: Role): [a: Role, b: Role] =>
  first === "bot_a" ? ["bot_a", "bot_b"] : ["bot_b", "bot_a"];

/** Reads spellings of a margin: "2", "2.0", "2/3", "2 (clear)", "clear". */
const parseMargin = (text: string): number => {
  const word = /^[^\p{L}\p{N}-]*([\p{L}\p{N}.]+)/u.exec(text.toLowerCase())?.[1];
  return MARGINS.find((margin) => MARGIN_LABEL[margin] === word) ?? Number(word);
};

const Margin = z
  .union([z.number(), z.string().transform(parseMargin)])
  .transform((margin) => MARGINS.find((each) => each === margin));

/** A verdict's text and the side that it names. */
export interface VerdictReading extends VerdictAnswer {
  reasoning: string;
}

/** The reply to the question in which the side `first` is speaker A. */
export const createVerdictReadingReply = (first: Role): z.ZodType<VerdictReading> => {
  const [a, b] = listRoles(first);
  const WINNERS = new Map<string | undefined, VerdictAnswer["winner"]>([
    ["a", a],
    ["b", b],
    // Letters that look the same, which models write in Russian and Greek.
    ["\u0430", a],
    ["\u0432", b],
    ["\u03B1", a],
    ["\u03B2", b],
    ["for", "bot_a"],
    ["against", "bot_b"],
    ["draw", "draw"],
    ["tie", "draw"],
    ["none", "draw"],
    ["neither", "draw"],
  ]);
  /** Undefined if the text names no winner, or two, or has other words. */
  const findWinner = (text: string): VerdictAnswer["winner"] | undefined => {
    const [winner, ...others] = new Set(listWords(text).map((word) => WINNERS.get(word)));
    return others.length === 0 ? winner : undefined;
  };
  return z
    .object({
      winner: z.string().transform(findWinner),
      margin: Margin.catch(undefined),
      reasoning: ReplyText,
    })
    .transform(({ winner, margin = null, reasoning }, context) => {
      if (winner === "draw") return { winner, margin: null, reasoning };
      if (winner !== undefined && margin !== null) return { winner, margin, reasoning };
      context.addIssue({ code: "custom", message: "names no winner with a margin" });
      return z.NEVER;
    });
};

/**
 * Builds one of the two questions that ask the judge who won. The side `first` is speaker A, whose
 * speeches come first. With the other side first, labels and order are exchanged and all else is the same.
 */
export const buildVerdictQuestion = (
  debate: JudgedDebate,
  speeches: readonly PromptSpeech[],
  first: Role,
  mark = createDelimiter(),
): ChatRequest => {
  const [a, b] = listRoles(first);
  const names = { [a]: "Speaker A", [b]: "Speaker B" } as Record<Role, string>;
  const ordered = [a, b].flatMap((role) => speeches.filter((speech) => speech.role === role));
  const stances = [a, b].map((role) => `${names[role]} argues ${SIDE_LABEL[role]} the motion.`);
  return {
    system: [...buildJudgeRules(debate, mark), "", ...DECISION_TASK].join("\n"),
    user: `${renderPromptTranscript(debate.topic, ordered, mark, names)}\n\n${stances.join(" ")}`,
    maxTokens: JUDGE_MAX_TOKENS,
    schema: SCHEMA,
  };
};
