import type { Provider } from "#shared/domain/provider.ts";
import { change, select, type Sql } from "./sql.ts";

/** Consecutive failures after which the circuit opens. */
const FAILURES = 5;
/** How long the circuit stays open if the provider sends no Retry-After. */
const PAUSE_MS = 10_000;
/** Upper limit for a provider's Retry-After. */
const LONGEST_PAUSE_MS = 600_000;
/** Shorter pauses are not reported: they end before a retry could start. */
const BRIEF = "interval '5 seconds'";

/** Over the row `h`: after so many failures in a row only a probe may run, until one succeeds. */
const IS_TROUBLED = `h.failures >= ${FAILURES}`;

/**
 * Range of slots that may be taken now, over the row `h`: none while the circuit is open, only slot
 * 0 (the probe) while it is half-open, else slots 1 to `bound`.
 */
export const firstPlace = `CASE WHEN ${IS_TROUBLED} THEN 0 ELSE 1 END`;
export const lastPlace = (bound: string): string =>
  `CASE WHEN h.open_until > now() THEN -1 WHEN ${IS_TROUBLED} THEN 0 ELSE ${bound}::int END`;

interface Failure {
  /** False for a rate limit with Retry-After: the provider has answered. */
  isCounted: boolean;
  retryAfterMs: number | undefined;
  code: string;
}

/** While the circuit is open, failures do not prolong it; only a Retry-After does. */
const FAILED = `
  UPDATE provider_health
     SET failures = failures + $2::int, last_error = $4, last_error_at = now(),
         open_until = CASE
           WHEN $3::int IS NOT NULL
             THEN greatest(open_until, now() + $3::int * interval '1 millisecond')
           WHEN failures + $2::int >= ${FAILURES} AND (open_until > now()) IS NOT TRUE
             THEN now() + ${PAUSE_MS} * interval '1 millisecond'
           ELSE open_until END
   WHERE provider = $1
  RETURNING failures, open_until > now() AS "isOpen"`;

/** Records a failed request. Returns whether the circuit is open now, for all workers. */
export const noteFailure = async (
  sql: Sql,
  provider: Provider,
  { isCounted, retryAfterMs, code }: Failure,
): Promise<boolean> => {
  const pause =
    retryAfterMs === undefined ? null : Math.ceil(Math.min(retryAfterMs, LONGEST_PAUSE_MS));
  const [noted] = await change<{ isOpen: boolean | null }>(sql, FAILED, [
    provider,
    isCounted ? 1 : 0,
    pause,
    code,
  ]);
  return noted?.isOpen ?? false;
};

/**
 * Resets the count of failures. While the circuit is half-open only the probe resets it: other
 * requests started earlier.
 */
const ANSWERED = `
  UPDATE provider_health h SET failures = 0, open_until = CASE WHEN $2 THEN NULL ELSE open_until END
   WHERE provider = $1 AND failures > 0 AND ($2 OR NOT ${IS_TROUBLED}) RETURNING provider`;

export const noteAnswer = async (sql: Sql, provider: Provider, isProbe: boolean): Promise<void> => {
  await change(sql, ANSWERED, [provider, isProbe]);
};

export const providerState = `
  CASE WHEN h.open_until > now() THEN 'left_alone' WHEN ${IS_TROUBLED} THEN 'tried_out'
       ELSE 'answering' END`;

export const silentProviders = async (sql: Sql): Promise<Provider[]> => {
  const rows = await select<{ provider: Provider }>(
    sql,
    `SELECT provider FROM provider_health h
      WHERE ${IS_TROUBLED} OR h.open_until > now() + ${BRIEF} ORDER BY provider`,
  );
  return rows.map(({ provider }) => provider);
};
