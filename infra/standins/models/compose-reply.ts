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

/** What a model says that won't. */
const REFUSAL = "I’m sorry, but I can’t help with that request.";

/** A judge that forgot it was asked for JSON. */
const NOT_JSON = "I would give this turn a seven out of ten. It was well argued on the whole.";

/** Words that nobody says in a debate. */
const FOREIGN_QUOTE = "the lighthouse keeper never returned the borrowed umbrella";

/** Judges are asked for JSON with a score (a turn) or a reasoning (the debate); speakers are not. */
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

/** Cuts text into pieces about as long as a model's tokens; joined they are the text again. */
const tokensOf = (text: string): string[] =>
  text.match(/\s*[\p{L}\p{N}’']{1,7}|\s*[^\s]|\s+$/gu) ?? [];

/** What the model says to this, as far as it is let. */
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
