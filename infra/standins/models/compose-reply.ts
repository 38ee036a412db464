import { judgeTurn, judgeDebate } from "./prose/judge.ts";
import {
  meansIn,
  motionIn,
  readDebate,
  readJudgedTurn,
  readSpeechRequest,
} from "./prose/read-prompt.ts";
import { writeSpeech } from "./prose/write-speech.ts";
import type { Conversation, Finish, Reply } from "./conversation.ts";
import type { Fault, RequestKind } from "../faults.ts";

const REFUSAL = "I’m sorry, but I can’t help with that request.";

const NOT_JSON = "I would give this turn a seven out of ten. It was well argued on the whole.";

const FOREIGN_QUOTE = "the lighthouse keeper never returned the borrowed umbrella";

/** A judge's schema asks for a score (turn) or a reasoning (debate). */
export const kindOf = ({ schema, system }: Conversation): RequestKind => {
  if (schema !== null) {
    const wanted = Object.keys(schema.properties ?? {});
    return wanted.includes("score") || wanted.includes("reasoning") ? "judge" : "turn";
  }
  return /\bjudge\b/i.test(system) && !/^Your side:/m.test(system) ? "judge" : "turn";
};

const judgement = ({ schema, system, messages }: Conversation, effect: Fault["effect"]): object => {
  const judged = readJudgedTurn(messages);
  const wantsVerdict = schema?.properties !== undefined && !("score" in schema.properties);
  if (judged === null || wantsVerdict) return judgeDebate(readDebate(messages), meansIn(messages));
  const honest = judgeTurn(judged, motionIn(system + "\n" + messages));
  if (effect === "bad-score") return { ...honest, score: 99 };
  if (effect === "foreign-quote") return { ...honest, quotes: [FOREIGN_QUOTE] };
  return honest;
};

const textOf = (conversation: Conversation, kind: RequestKind, effect: Fault["effect"]): string => {
  if (effect === "refuse") return REFUSAL;
  if (effect === "empty") return "";
  if (effect === "not-json") return NOT_JSON;
  if (kind === "judge") return JSON.stringify(judgement(conversation, effect));
  return writeSpeech(readSpeechRequest(conversation.system, conversation.messages));
};

/** Splits text into pieces as long as typical tokens; joined, they are the text again. */
const tokensOf = (text: string): string[] =>
  text.match(/\s*[\p{L}\p{N}’']{1,7}|\s*[^\s]|\s+$/gu) ?? [];

export const composeReply = (
  conversation: Conversation,
  kind: RequestKind,
  { effect, after }: Fault,
): Reply => {
  const all = tokensOf(textOf(conversation, kind, effect));
  const filterAt = effect === "filter" ? after : Infinity;
  const limit = Math.min(conversation.maxTokens ?? Infinity, filterAt);
  const finish = ((): Finish => {
    if (effect === "refuse") return "refused";
    if (all.length <= limit) return "complete";
    return limit === filterAt ? "filtered" : "length";
  })();
  return {
    tokens: all.slice(0, limit),
    finish,
    inputTokens: tokensOf(conversation.system + conversation.messages).length,
  };
};
