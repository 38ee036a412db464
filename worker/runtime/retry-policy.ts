import type { TurnError } from "#shared/contract/debates/turn.ts";
import type { JobLease } from "#infra/db/jobs/job-lease.ts";
import { ProviderError } from "../llm/provider-error.ts";

const MAX_FAILURES = 5;
const BASE_BACKOFF_MS = 1000;

export type RetryDecision = { kind: "retry"; delayMs: number } | { kind: "fail"; error: TurnError };

const isRetryable = (err: unknown): boolean => !(err instanceof ProviderError) || err.isRetryable;

/** Shown for internal errors, whose messages are only logged. */
export const INTERNAL_ERROR: TurnError = {
  code: "interrupted",
  message: "Something went wrong on our side. Try again.",
};

export const toTurnError = (err: unknown): TurnError =>
  err instanceof ProviderError ? { code: err.code, message: err.message } : INTERNAL_ERROR;

/**
 * Retries after about 1, 2, 4 and 8 s with jitter, or later if the provider asks for it. Fails for
 * good after 5 failures, when a retry cannot help, or when no request is left. `random` is between
 * 0 and 1.
 */
export const decideRetry = (
  err: unknown,
  { failures, requestsLeft = Infinity }: Pick<JobLease, "failures" | "requestsLeft">,
  random = Math.random(),
): RetryDecision => {
  if (!isRetryable(err) || failures + 1 >= MAX_FAILURES || requestsLeft <= 0)
    return { kind: "fail", error: toTurnError(err) };
  const backoff = BASE_BACKOFF_MS * 2 ** failures * (0.75 + random / 2);
  const asked = err instanceof ProviderError ? err.retryAfterMs : undefined;
  return { kind: "retry", delayMs: Math.round(Math.max(backoff, asked ?? 0)) };
};

const BASE_LONG_BACKOFF_MS = 60_000;
const MAX_LONG_BACKOFF_MS = 3_600_000;

/**
 * Backoff in ms for jobs that never fail for good, after the given number of earlier failures: one
 * minute for the fifth failure, then doubled up to an hour.
 */
export const longBackoffMs = (failures: number): number =>
  Math.min(BASE_LONG_BACKOFF_MS * 2 ** Math.max(0, failures - 4), MAX_LONG_BACKOFF_MS);
