import { estimateInputTokens, type WireRequest } from "../../wire-request.ts";

const OUTPUT_TOKENS =
  /max[_ ]?(?:new|completion|output|generated)?[_ ]?tokens|(?:completion|output|generated|new) tokens|maximum tokens|n(?:um)?_predict/i;
const LIMIT_WORDS =
  /too (?:large|high|many|big|long)|at most|(?:less|greater|more|lower) than|exceed|maximum|up to|range|must be|should be|limit|\d\s*(?:>|<=|≤)/i;
const CONTEXT_SIZE =
  /(?:context[ _](?:length|limit|window|size)|max_model_len|max_total_tokens|max_(?:seq|position)\w*|`?inputs`? tokens \+ `?max_new_tokens`?)\D{0,60}?(\d+)/i;
/** Matches input, output and context size as in "199000 + 3000 > 200000". */
const SUM = /(\d+)\s*\+\s*\d+\s*(?:>|is greater than|exceeds?)\s*(\d+)/i;
const INPUT_SIZE =
  /(\d+)\s*(?:`?(?:inputs?|prompt)`? tokens|(?:tokens )?(?:in|of|from) (?:the |your )?(?:messages?|prompt|input|text input)\b)|(?:messages|prompt|input)[^.\d]{0,40}?(\d+)\s*(?:input )?tokens/i;
const REQUESTED_SIZE = /requested (?:about )?(\d+) tokens/i;
const WHOLE_NUMBERS = /(?<![\w-])\d+(?![\w-])/g;

/** Minimum useful tokens for a reply. If less is left, the input counts as too long. */
const MIN_REPLY_TOKENS = 100;

const toNumber = (digits: string | undefined): number | null =>
  digits === undefined ? null : Number(digits);

export interface TokenLimit {
  kind: "output_limit" | "context_limit";
  limit: number;
  /** Maximum tokens for a reply to this request. */
  maxTokens: number;
}

const readContextLimit = (words: string, request: WireRequest): TokenLimit | null => {
  const sum = SUM.exec(words);
  const context = toNumber(sum?.[2] ?? CONTEXT_SIZE.exec(words)?.[1]);
  if (context === null) return null;
  const input = INPUT_SIZE.exec(words);
  const requested = toNumber(REQUESTED_SIZE.exec(words)?.[1]);
  const inputTokens =
    toNumber(sum?.[1] ?? input?.[1] ?? input?.[2]) ??
    (requested === null ? estimateInputTokens(request) : requested - request.maxTokens);
  const room = context - inputTokens;
  const isUsable = room >= Math.min(MIN_REPLY_TOKENS, request.maxTokens / 4);
  if (!isUsable || room >= request.maxTokens) return null;
  return { kind: "context_limit", limit: context, maxTokens: room };
};

/**
 * Reads from a refusal's message how many tokens a reply may have, if the request asked for more.
 * Returns null if the refusal is about something else, or if the input alone is too long.
 */
export const readTokenLimit = (message: string, request: WireRequest): TokenLimit | null => {
  const words = message.replaceAll(/(\d),(?=\d{3}\b)/g, "$1");
  if (CONTEXT_SIZE.test(words) || SUM.test(words)) return readContextLimit(words, request);
  if (!OUTPUT_TOKENS.test(words) || !LIMIT_WORDS.test(words)) return null;
  const smaller = [...words.matchAll(WHOLE_NUMBERS)]
    .map(([digits]) => Number(digits))
    .filter((number) => number > 1 && number < request.maxTokens);
  const limit = smaller.length > 0 ? Math.max(...smaller) : Math.floor(request.maxTokens / 2);
  return limit < 1 ? null : { kind: "output_limit", limit, maxTokens: limit };
};
