import { decideDebate } from "./generator/decide-debate.ts";
import { composeVerdict, judgeTurn } from "./generator/judge.ts";
import { writeSpeech } from "./generator/write-speech.ts";
import {
  parseMeanScores,
  findMotionLine,
  parsePastTurns,
  parseJudgedTurn,
  parseSideOfSpeakerA,
  parseSpeechRequest,
} from "./parse-prompt.ts";
import { findRecordedJudgement, findRecordedSpeech, findRecordedVerdict } from "./replay.ts";
import type { RecordedRequest } from "../recorded-requests.ts";
import type { Fault, RequestKind } from "../vendor-fault.ts";
import type { Conversation, ModelReply } from "./protocols/model-protocol.ts";

const FOREIGN_QUOTE = "the lighthouse keeper never returned the borrowed umbrella";

/**
 * Detects a judge's request by its schema, which asks for a score (turn) or a reasoning (verdict).
 * Without a schema the system prompt decides.
 */
export const detectRequestKind = ({ schemaFields, system }: Conversation): RequestKind => {
  const judges = schemaFields
    ? schemaFields.includes("score") || schemaFields.includes("reasoning")
    : /\bjudge\b/i.test(system) && !/^Your side:/m.test(system);
  return judges ? "judge" : "turn";
};

const composeJudgement = (
  { schemaFields, system, messages }: Conversation,
  effect: Fault["effect"],
): object => {
  const sideOfA = parseSideOfSpeakerA(messages);
  if (sideOfA !== null) {
    const decision = decideDebate(parsePastTurns(messages), sideOfA);
    if (effect === "first-speaker") return { ...decision, winner: "A", margin: 1 };
    if (effect === "other-winner")
      return { ...decision, winner: decision.winner === "A" ? "B" : "A", margin: 1 };
    return decision;
  }
  const judged = parseJudgedTurn(messages);
  const wantsVerdict = schemaFields !== null && !schemaFields.includes("score");
  if (judged === null || wantsVerdict) {
    const turns = parsePastTurns(messages);
    const means = parseMeanScores(messages);
    return {
      reasoning: findRecordedVerdict(turns, means)?.verdict ?? composeVerdict(turns, means),
    };
  }
  const judgement =
    findRecordedJudgement(judged.text) ??
    judgeTurn(judged, findMotionLine(system + "\n" + messages));
  if (effect === "bad-score") return { ...judgement, score: 99 };
  if (effect === "foreign-quote") return { ...judgement, quotes: [FOREIGN_QUOTE] };
  return judgement;
};

/** Replies of faults instead of a speech or judgement. */
const FAULTY_TEXTS: Partial<Record<Fault["effect"], string>> = {
  refuse: "I’m sorry, but I can’t help with that request.",
  empty: "",
  "not-json": "I would give this turn a seven out of ten. It was well argued on the whole.",
};

const composeText = (
  conversation: Conversation,
  kind: RequestKind,
  effect: Fault["effect"],
): string => {
  const faulty = FAULTY_TEXTS[effect];
  if (faulty !== undefined) return faulty;
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
  { kind, id: requestId }: Pick<RecordedRequest, "kind" | "id">,
  { effect, after }: Fault,
): ModelReply => {
  const { model, includeUsage, maxTokens, system, messages } = conversation;
  const tokens = splitIntoTokens(composeText(conversation, kind, effect));
  const filterAt = effect === "filter" ? after : Infinity;
  const limit = Math.min(maxTokens ?? Infinity, filterAt);
  const cutBy = limit === filterAt ? "filtered" : "length";
  const end = tokens.length <= limit ? "complete" : cutBy;
  return {
    requestId,
    model,
    includeUsage,
    tokens: tokens.slice(0, limit),
    finish: effect === "refuse" ? "refused" : end,
    inputTokens: splitIntoTokens(system + messages).length,
  };
};
