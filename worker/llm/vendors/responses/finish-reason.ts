import type { FinishReason } from "../../chat-model.ts";

/**
 * A server ended a reply for an unknown reason, or for one that leaves the reply incomplete, such
 * as an error, an abort or a pause.
 */
class UnexpectedFinishError extends Error {
  override readonly name = "UnexpectedFinishError";
}

/** Finish reasons of different servers, as `normalize` returns them. */
const NO_REASON = new Set(["", "null", "none"]);
const DONE = new Set([
  "stop",
  "stopped",
  "stopsequence",
  "stopword",
  "stoptoken",
  "eos",
  "eostoken",
  "endofturn",
  "endoftext",
  "endturn",
  "end",
  "complete",
  "completed",
  "finished",
  "done",
]);
const REFUSED =
  /filter|safety|unsafe|sensitive|recitation|prohibited|block|spii|refus|guardrail|toxic|moderat|policy|harm|censor|violat|copyright/;
const CUT = /length|max\w*token|tokenlimit|contextwindow/;

/**
 * All known reasons are shorter. Characters after this number are ignored, so that a very long
 * reason cannot take long to read.
 */
const MAX_REASON_CHARACTERS = 200;

/** Reduces `FinishReason.MAX_TOKENS`, `max-tokens` and `maxTokens` to the same letters. */
const normalize = (reason: string): string =>
  reason
    .slice(0, MAX_REASON_CHARACTERS)
    .toLowerCase()
    .replaceAll(/[^a-z]/g, "")
    .replace(/^(?:finish|stop)reason/, "");

/**
 * Maps a vendor's finish or stop reason; null if the reply goes on. Throws for reasons that are not
 * listed above, so that half a sentence is not taken for a whole reply.
 */
export const toFinishReason = (reason: string | null | undefined): FinishReason => {
  const word = normalize(reason ?? "");
  if (NO_REASON.has(word)) return null;
  if (DONE.has(word)) return "done";
  if (REFUSED.test(word)) return "refused";
  if (CUT.test(word)) return "cut";
  throw new UnexpectedFinishError(word.slice(0, 64));
};
