import type { TurnError } from "#shared/contract/debates/turn.ts";
import { MAX_ATTEMPTS, type JobLease } from "#infra/db/jobs/job-lease.ts";
import { ProviderError } from "../llm/provider-error.ts";

const MAX_FAILURES = 5;
const BASE_BACKOFF_MS = 1000;
/**
 * A job fails for good after this many failures if the last two are the same outage. It gets one
 * more try than after unusable replies, because requests during an outage cost nothing.
 */
const MAX_REPEATED_OUTAGES = 3;
/**
 * A job fails for good after this many failures if the last two are the same unusable reply,
 * because each further reply would cost money.
 */
const MAX_REPEATED_UNUSABLE_REPLIES = 2;
/**
 * Backoff before the last retry of a repeated failure. The other retries are skipped. The job waits
 * 1 + 14 s in total, as long as with all usual retries (1 + 2 + 4 + 8 s).
 */
const REPEATED_BACKOFF_MS = 14_000;

/**
 * Maximum rate-limited attempts in a row without progress. Then a job that waits for rate limits
 * fails. If the provider does not say how long to wait, these attempts take about nine minutes.
 */
export const MAX_RATE_LIMITED_ATTEMPTS = 15;
const MAX_RATE_LIMIT_BACKOFF_MS = 60_000;
/** A job that waits for rate limits fails if the provider asks for a longer pause. */
export const MAX_RATE_LIMIT_PAUSE_MS = 600_000;

type RetriedLease = Pick<JobLease, "failures" | "requestsLeft" | "previousFailureKey">;

export type RetryDecision = { kind: "retry"; delayMs: number } | { kind: "fail"; error: TurnError };

export type RateLimitDecision =
  { kind: "retry"; delayMs: number; isFailure: boolean } | { kind: "fail"; error: TurnError };

const isRetryable = (err: unknown): boolean => !(err instanceof ProviderError) || err.isRetryable;

/** Shown to users for internal errors, whose own messages are only logged. */
export const INTERNAL_ERROR: TurnError = {
  code: "interrupted",
  message: "Something went wrong on our side. Try again.",
};

export const toTurnError = (err: unknown): TurnError =>
  err instanceof ProviderError ? { code: err.code, message: err.message } : INTERNAL_ERROR;

const isRepeated = (err: unknown, { failures, previousFailureKey }: RetriedLease): boolean =>
  err instanceof ProviderError &&
  err.failureKey !== undefined &&
  failures > 0 &&
  err.failureKey === previousFailureKey;

const getMaxFailures = (err: unknown, lease: RetriedLease): number => {
  if (!isRepeated(err, lease)) return MAX_FAILURES;
  return err instanceof ProviderError && err.isOutage
    ? MAX_REPEATED_OUTAGES
    : MAX_REPEATED_UNUSABLE_REPLIES;
};

/**
 * Retries after about 1, 2, 4 and 8 s with jitter, or later if the provider asks for it. Fails for
 * good after 5 failures, when a retry cannot help, or when the job has no request left. If the same
 * failure repeats before any text has arrived, one last retry follows after about 14 s, or none if
 * the failure was an unusable reply. `random` is between 0 and 1.
 */
export const decideRetry = (
  err: unknown,
  lease: RetriedLease,
  random = Math.random(),
): RetryDecision => {
  const { failures, requestsLeft = Infinity } = lease;
  if (!isRetryable(err) || failures + 1 >= getMaxFailures(err, lease) || requestsLeft <= 0)
    return { kind: "fail", error: toTurnError(err) };
  const base = isRepeated(err, lease) ? REPEATED_BACKOFF_MS : BASE_BACKOFF_MS * 2 ** failures;
  const backoff = base * (0.75 + random / 2);
  const asked = err instanceof ProviderError ? err.retryAfterMs : undefined;
  return { kind: "retry", delayMs: Math.round(Math.max(backoff, asked ?? 0)) };
};

/**
 * Decides whether and when to retry a job after a `rate_limited` error. Returns null for other
 * errors. The backoff doubles with each attempt, and starts from its minimum after an attempt that
 * made progress. At most 3 of these attempts count as failures, so that other errors can still be
 * retried.
 */
export const decideRateLimitWait = (
  err: unknown,
  { attempt, failures }: Pick<JobLease, "attempt" | "failures">,
  hasProgressed: boolean,
  random = Math.random(),
): RateLimitDecision | null => {
  if (!(err instanceof ProviderError) || err.code !== "rate_limited") return null;
  const { retryAfterMs = 0 } = err;
  const attempts = hasProgressed ? 1 : attempt % MAX_ATTEMPTS;
  if (attempts >= MAX_RATE_LIMITED_ATTEMPTS || retryAfterMs > MAX_RATE_LIMIT_PAUSE_MS)
    return { kind: "fail", error: toTurnError(err) };
  const backoff = Math.min(BASE_BACKOFF_MS * 2 ** (attempts - 1), MAX_RATE_LIMIT_BACKOFF_MS);
  const delayMs = Math.round(Math.max(backoff, retryAfterMs) * (1 + random / 4));
  return { kind: "retry", delayMs, isFailure: failures < MAX_FAILURES - 2 };
};

const BASE_LONG_BACKOFF_MS = 60_000;
const MAX_LONG_BACKOFF_MS = 3_600_000;

/**
 * Backoff in ms for jobs that never fail for good: one minute after the fifth failure, then doubled
 * up to an hour. `failures` is the number of failed attempts before this one.
 */
export const longBackoffMs = (failures: number): number =>
  Math.min(BASE_LONG_BACKOFF_MS * 2 ** Math.max(0, failures - 4), MAX_LONG_BACKOFF_MS);
