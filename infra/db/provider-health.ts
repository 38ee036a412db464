import type { Provider } from "#shared/domain/provider.ts";
import { change, select, type Sql } from "./sql.ts";

/** So many requests in a row that failed, and the provider is left alone, */
const FAILURES = 5;
/** for so long, where it does not say itself; then one request tries it out. */
const PAUSE_MS = 10_000;
/** No provider is left alone for longer at once, whatever it asks. */
const LONGEST_PAUSE_MS = 600_000;
/** A pause that is over before anybody could try again is nothing to tell. */
const BRIEF = "interval '5 seconds'";

/** Whether requests fail in a row: until one has been answered, one at a time may try; over the row `h`. */
const IS_TROUBLED = `h.failures >= ${FAILURES}`;

/**
 * The places for requests that may be taken now, over `h`: none while the provider is left alone,
 * the probe's alone after that, else as many as the parameter says.
 */
export const firstPlace = `CASE WHEN ${IS_TROUBLED} THEN 0 ELSE 1 END`;
export const lastPlace = (bound: string): string =>
  `CASE WHEN h.open_until > now() THEN -1 WHEN ${IS_TROUBLED} THEN 0 ELSE ${bound}::int END`;

interface Failure {
  /** Whether it counts: a provider that says when to come back has answered. */
  isCounted: boolean;
  /** How long the provider asks to be left alone, in milliseconds. */
  retryAfterMs: number | undefined;
  /** Of the error. */
  code: string;
}

/** Notes that a request failed. Of a provider that is left alone already, only its own word counts. */
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

/** Whether the provider is left alone now, by all workers. */
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
 * Notes that a request was answered. Where the provider is tried out, that is for its probe to say:
 * others were asked before.
 */
const ANSWERED = `
  UPDATE provider_health h SET failures = 0, open_until = CASE WHEN $2 THEN NULL ELSE open_until END
   WHERE provider = $1 AND failures > 0 AND ($2 OR NOT ${IS_TROUBLED}) RETURNING provider`;

export const noteAnswer = async (sql: Sql, provider: Provider, isProbe: boolean): Promise<void> => {
  await change(sql, ANSWERED, [provider, isProbe]);
};

/** How a provider is asked now, over the row `h`. */
export const providerState = `
  CASE WHEN h.open_until > now() THEN 'left_alone' WHEN ${IS_TROUBLED} THEN 'tried_out'
       ELSE 'answering' END`;

/** Those that do not answer, as people should know. */
export const silentProviders = async (sql: Sql): Promise<Provider[]> => {
  const rows = await select<{ provider: Provider }>(
    sql,
    `SELECT provider FROM provider_health h
      WHERE ${IS_TROUBLED} OR h.open_until > now() + ${BRIEF} ORDER BY provider`,
  );
  return rows.map(({ provider }) => provider);
};
