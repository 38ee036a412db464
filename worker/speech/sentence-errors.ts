import { ProviderError } from "../llm/provider-error.ts";

/** Errors that no other sentence can avoid. */
const VOICE_ERROR_CODES: ReadonlySet<string> = new Set(["misconfigured", "rate_limited"]);

/** Failed attempts at a recording before a sentence with retryable errors may be skipped. */
const MIN_FAILED_ATTEMPTS = 2;

/** Sentences in a row that may fail before an attempt ends: the voice is probably down. */
export const MAX_FAILURES_IN_A_ROW = 5;

/** Whether the error may be the sentence's fault: other sentences may still be said. */
export const isSentenceError = (err: unknown): err is ProviderError =>
  err instanceof ProviderError && !VOICE_ERROR_CODES.has(err.code);

/**
 * Whether the attempt goes on without the sentence. `failures`: failed attempts before this one. A
 * refused sentence is not sent again, so the attempt goes on at once.
 */
export const maySkipSentence = (err: unknown, failures: number): err is ProviderError =>
  isSentenceError(err) && (!err.isRetryable || failures >= MIN_FAILED_ATTEMPTS);

/** At most three of the same mark in a row, for voices that fail on long rows. */
export const shortenRuns = (sentence: string): string =>
  sentence.replace(/([^\p{L}\p{N}\s])\1{3,}/gu, "$1$1$1");

/** The sentence without symbols, emoji and repeated punctuation, for voices that choke on them. */
export const simplifySentence = (sentence: string): string =>
  sentence
    .replace(/[\p{S}\p{Cf}\uFE0F]+/gu, " ")
    .replace(/([^\p{L}\p{N}\s])\1+/gu, "$1")
    .replace(/\s+/g, " ")
    .trim();
