import type { TurnError } from "#shared/contract/turn.ts";
import type { Hold } from "#infra/db/work.ts";
import { ProviderError } from "../llm/provider-error.ts";

const MAX_FAILURES = 5;
const FIRST_PAUSE_MS = 1000;

/** What to do about a failed attempt. */
export type NextStep = { kind: "retry"; delayMs: number } | { kind: "fail"; error: TurnError };

const isRetryable = (err: unknown): boolean => !(err instanceof ProviderError) || err.isRetryable;

/** For errors of our own: what they say is for the log. */
export const OUR_FAULT: TurnError = {
  code: "interrupted",
  message: "Something went wrong on our side. Try again.",
};

/** An error as people get to see it. */
export const turnError = (err: unknown): TurnError =>
  err instanceof ProviderError ? { code: err.code, message: err.message } : OUR_FAULT;

/**
 * Again after about 1, 2, 4, 8 s, or when the provider says; for good after the fifth failure, or
 * at once when trying again cannot help, or no further request may be made. `random`: 0 to 1.
 */
export const nextStep = (
  err: unknown,
  { failures, requestsLeft = Infinity }: Pick<Hold, "failures" | "requestsLeft">,
  random = Math.random(),
): NextStep => {
  if (!isRetryable(err) || failures + 1 >= MAX_FAILURES || requestsLeft <= 0)
    return { kind: "fail", error: turnError(err) };
  const backoff = FIRST_PAUSE_MS * 2 ** failures * (0.75 + random / 2);
  const asked = err instanceof ProviderError ? err.retryAfterMs : undefined;
  return { kind: "retry", delayMs: Math.round(Math.max(backoff, asked ?? 0)) };
};

const FIRST_REST_MS = 60_000;
const LONGEST_REST_MS = 3_600_000;

/**
 * For work that is never given up: how long it rests after so many failures and another one. A
 * minute after the fifth, then two, four, and so on up to an hour.
 */
export const restOf = (failures: number): number =>
  Math.min(FIRST_REST_MS * 2 ** Math.max(0, failures - 4), LONGEST_REST_MS);
