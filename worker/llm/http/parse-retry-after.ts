const UNIT_MS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * A number of this size or more is not a duration in seconds but a time since 1970: in seconds
 * below `MAX_EPOCH_SECONDS`, otherwise in milliseconds.
 */
const MAX_DURATION_SECONDS = 1e9;
const MAX_EPOCH_SECONDS = 1e11;

const DURATION = /^(?:\d+(?:\.\d+)?(?:ms|[smhd]))+$/;

/** Parses durations like `6ms`, `2m59.56s` or `1h2m`. */
const parseDurationMs = (value: string): number =>
  [...value.matchAll(/(\d+(?:\.\d+)?)(ms|[smhd])/g)].reduce(
    (sum, [, amount = "", unit = ""]) => sum + Number(amount) * (UNIT_MS[unit] ?? 0),
    0,
  );

/**
 * Parses seconds, a duration with units, a date, or a time since 1970 in seconds or milliseconds.
 */
const parseWaitMs = (value: string): number => {
  const seconds = Number(value);
  if (Number.isNaN(seconds))
    return DURATION.test(value) ? parseDurationMs(value) : Date.parse(value) - Date.now();
  if (seconds < MAX_DURATION_SECONDS) return seconds * 1000;
  return (seconds < MAX_EPOCH_SECONDS ? seconds * 1000 : seconds) - Date.now();
};

const readWaitMs = (headers: Headers, name: string): number | undefined => {
  const value = headers.get(name)?.trim();
  const wait = value ? parseWaitMs(value) : undefined;
  return wait !== undefined && wait > 0 ? wait : undefined;
};

/** For each rate limit: the headers with the remaining amount and the time of the reset. */
const LIMIT_HEADERS = [
  ["x-ratelimit-remaining-requests", "x-ratelimit-reset-requests"],
  ["x-ratelimit-remaining-tokens", "x-ratelimit-reset-tokens"],
  ["x-ratelimit-remaining", "x-ratelimit-reset"],
  ["ratelimit-remaining", "ratelimit-reset"],
  ["anthropic-ratelimit-requests-remaining", "anthropic-ratelimit-requests-reset"],
  ["anthropic-ratelimit-tokens-remaining", "anthropic-ratelimit-tokens-reset"],
  ["anthropic-ratelimit-input-tokens-remaining", "anthropic-ratelimit-input-tokens-reset"],
  ["anthropic-ratelimit-output-tokens-remaining", "anthropic-ratelimit-output-tokens-reset"],
] as const;

/**
 * Returns the milliseconds until all used-up limits are reset. If no header says which limit is
 * used up, returns the time until the earliest reset.
 */
const readLimitResetMs = (headers: Headers): number | undefined => {
  const limits = LIMIT_HEADERS.flatMap(([remaining, reset]) => {
    const wait = readWaitMs(headers, reset);
    return wait === undefined ? [] : [{ wait, isUsedUp: headers.get(remaining)?.trim() === "0" }];
  });
  if (limits.length === 0) return undefined;
  const usedUp = limits.filter(({ isUsedUp }) => isUsedUp).map(({ wait }) => wait);
  return usedUp.length > 0 ? Math.max(...usedUp) : Math.min(...limits.map(({ wait }) => wait));
};

/**
 * Returns the pause in milliseconds that a provider's error response asks for: `retry-after-ms`,
 * `Retry-After`, or for status 429 the reset of a rate limit. Undefined if there is none or it has
 * passed.
 */
export const parseRetryAfterMs = (
  headers: Headers | undefined,
  status?: number,
): number | undefined => {
  if (headers === undefined) return undefined;
  const milliseconds = Number(headers.get("retry-after-ms") || Number.NaN);
  if (milliseconds > 0) return milliseconds;
  const wait = readWaitMs(headers, "retry-after");
  return wait ?? (status === 429 ? readLimitResetMs(headers) : undefined);
};
