import { ProviderError } from "../llm/provider-error.ts";

/** Codes of errors that every other sentence would get, too. */
const VOICE_ERROR_CODES: ReadonlySet<string> = new Set(["misconfigured", "rate_limited"]);

/**
 * Number of failed attempts at a recording after which a sentence with retryable errors may be
 * skipped.
 */
const MIN_FAILED_ATTEMPTS = 2;

/**
 * An attempt ends after this many failed sentences in a row, because the speech service is probably
 * down.
 */
export const MAX_FAILURES_IN_A_ROW = 5;

/**
 * Whether the sentence may be the cause of the error, so that the speech service may still speak
 * other sentences.
 */
export const isSentenceError = (err: unknown): err is ProviderError =>
  err instanceof ProviderError && !VOICE_ERROR_CODES.has(err.code);

/**
 * Whether the attempt goes on without the sentence: at once if a retry cannot help, otherwise after
 * two failed attempts. `failures` is the number of failed attempts before this one.
 */
export const maySkipSentence = (err: unknown, failures: number): err is ProviderError =>
  isSentenceError(err) && (!err.isRetryable || failures >= MIN_FAILED_ATTEMPTS);

/** Shortens repetitions of a punctuation mark to three. Some voices fail on longer ones. */
export const shortenRuns = (sentence: string): string =>
  sentence.replace(/([^\p{L}\p{N}\s])\1{3,}/gu, "$1$1$1");

/** Removes symbols, emoji and repeated punctuation, because some voices fail on them. */
export const simplifySentence = (sentence: string): string =>
  sentence
    .replace(/[\p{S}\p{Cf}\uFE0F]+/gu, " ")
    .replace(/([^\p{L}\p{N}\s])\1+/gu, "$1")
    .replace(/\s+/g, " ")
    .trim();
