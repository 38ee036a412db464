import { composeVerdict, judgeTurn } from "./generator/judge.ts";
import { writeSpeech } from "./generator/write-speech.ts";
import {
  parseMeanScores,
  findMotionLine,
  parsePastTurns,
  parseJudgedTurn,
  parseSpeechRequest,
} from "./parse-prompt.ts";
import { findRecordedJudgement, findRecordedSpeech, findRecordedVerdict } from "./replay.ts";
import type { Conversation, ReplyFinish, ModelReply } from "./conversation.ts";
import type { Fault, RequestKind } from "../fault-injector.ts";

const REFUSAL_TEXT = "I’m sorry, but I can’t help with that request.";

const NON_JSON_REPLY =
  "I would give this turn a seven out of ten. It was well argued on the whole.";

const FOREIGN_QUOTE = "the lighthouse keeper never returned the borrowed umbrella";

/**
 * Detects a judge's request by its schema, which asks for a score (turn) or a reasoning (verdict).
 * Without a schema the system prompt decides.
 */
export const detectRequestKind = ({ schema, system }: Conversation): RequestKind => {
  if (schema !== null) {
    const fields = Object.keys(schema.properties ?? {});
    return fields.includes("score") || fields.includes("reasoning") ? "judge" : "turn";
  }
  return /\bjudge\b/i.test(system) && !/^Your side:/m.test(system) ? "judge" : "turn";
};

const composeJudgement = (
  { schema, system, messages }: Conversation,
  effect: Fault["effect"],
): object => {
  const judged = parseJudgedTurn(messages);
  const wantsVerdict = schema?.properties !== undefined && !("score" in schema.properties);
  if (judged === null || wantsVerdict) {
    const turns = parsePastTurns(messages);
    const means = parseMeanScores(messages);
    return { reasoning: findRecordedVerdict(turns, means) ?? composeVerdict(turns, means) };
  }
  const judgement =
    findRecordedJudgement(judged.text) ??
    judgeTurn(judged, findMotionLine(system + "\n" + messages));
  if (effect === "bad-score") return { ...judgement, score: 99 };
  if (effect === "foreign-quote") return { ...judgement, quotes: [FOREIGN_QUOTE] };
  return judgement;
};

const composeText = (
  conversation: Conversation,
  kind: RequestKind,
  effect: Fault["effect"],
): string => {
  if (effect === "refuse") return REFUSAL_TEXT;
  if (effect === "empty") return "";
  if (effect === "not-json") return NON_JSON_REPLY;
  if (kind === "judge") return JSON.stringify(composeJudgement(conversation, effect));
  const request = parseSpeechRequest(conversation.system, conversation.messages);
  return findRecordedSpeech(request) ?? writeSpeech(request);
};

/**
 * Splits a text into pieces of the length of typical tokens. Joined, the pieces are the text again.
 */
const splitIntoTokens = (text: string): string[] =>
  text.match(/\s*[\p{L}\p{N}’']{1,7}|\s*[^\s]|\s+$/gu) ?? [];

export const composeReply = (
  conversation: Conversation,
  kind: RequestKind,
  { effect, after }: Fault,
): ModelReply => {
  const tokens = splitIntoTokens(composeText(conversation, kind, effect));
  const filterAt = effect === "filter" ? after : Infinity;
  const limit = Math.min(conversation.maxTokens ?? Infinity, filterAt);
  const finish = ((): ReplyFinish => {
    if (effect === "refuse") return "refused";
    if (tokens.length <= limit) return "complete";
    return limit === filterAt ? "filtered" : "length";
  })();
  return {
    tokens: tokens.slice(0, limit),
    finish,
    inputTokens: splitIntoTokens(conversation.system + conversation.messages).length,
  };
};
