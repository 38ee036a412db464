import type { Provider } from "#shared/domain/provider.ts";
import { mutateRows, selectRows, type Sql } from "../sql.ts";

/** Number of consecutive failures that opens the circuit. */
const FAILURE_THRESHOLD = 5;
/** How long the circuit stays open if the provider sends no Retry-After. */
const OPEN_MS = 10_000;
/** Maximum time that a provider's Retry-After keeps the circuit open. */
const MAX_OPEN_MS = 600_000;
/**
 * A provider that asks for a shorter pause is not reported as unavailable, because the pause ends
 * before a retry could start.
 */
const BRIEF_OPEN_SQL = "interval '5 seconds'";

/**
 * SQL condition over the provider's row `h`: whether the circuit is open or half-open. Only a
 * successful probe closes it.
 */
const IS_TRIPPED_SQL = `h.failures >= ${FAILURE_THRESHOLD}`;

/**
 * SQL for the range of slots that may be taken now, over the provider's row `h`. If the circuit is
 * closed, these are slots 1 to `slotCount`. If it is open, there are none. If it is half-open,
 * there is only slot 0, which is for the probe.
 */
export const firstSlotSql = `CASE WHEN ${IS_TRIPPED_SQL} THEN 0 ELSE 1 END`;
export const lastSlotSql = (slotCount: string): string =>
  `CASE WHEN h.open_until > now() THEN -1 WHEN ${IS_TRIPPED_SQL} THEN 0 ELSE ${slotCount}::int END`;

interface ProviderFailure {
  /**
   * Whether the failure counts towards the threshold. A rate limit with Retry-After does not count,
   * because the provider has answered.
   */
  isCounted: boolean;
  retryAfterMs: number | undefined;
  code: string;
  detail: string | undefined;
}

/** Failures do not prolong the time that the circuit is open. Only a Retry-After does. */
const RECORD_FAILURE_SQL = `
  UPDATE provider_health
     SET failures = failures + $2::int, last_error = $4, last_error_detail = $5, last_error_at = now(),
         open_until = CASE
           WHEN $3::int IS NOT NULL
             THEN greatest(open_until, now() + $3::int * interval '1 millisecond')
           WHEN failures + $2::int >= ${FAILURE_THRESHOLD} AND (open_until > now()) IS NOT TRUE
             THEN now() + ${OPEN_MS} * interval '1 millisecond'
           ELSE open_until END
   WHERE provider = $1
  RETURNING failures, open_until > now() AS "isOpen"`;

/**
 * Records a failed request. Returns whether the circuit is open now. All workers share the circuit.
 */
export const recordFailure = async (
  sql: Sql,
  provider: Provider,
  { isCounted, retryAfterMs, code, detail }: ProviderFailure,
): Promise<boolean> => {
  const openMs = retryAfterMs === undefined ? null : Math.ceil(Math.min(retryAfterMs, MAX_OPEN_MS));
  const [updated] = await mutateRows<{ isOpen: boolean | null }>(sql, RECORD_FAILURE_SQL, [
    provider,
    isCounted ? 1 : 0,
    openMs,
    code,
    detail ?? null,
  ]);
  return updated?.isOpen ?? false;
};

const RECORD_ERROR_SQL = `
  UPDATE provider_health SET last_error = $2, last_error_detail = $3, last_error_at = now()
   WHERE provider = $1`;

/** Records an error that is not an outage, for the operations page only. */
export const recordError = async (
  sql: Sql,
  provider: Provider,
  { code, detail }: Pick<ProviderFailure, "code" | "detail">,
): Promise<void> => {
  await mutateRows(sql, RECORD_ERROR_SQL, [provider, code, detail ?? null]);
};

/**
 * Resets the count of failures. While the circuit is open or half-open, only the success of a probe
 * request counts. All other responses belong to requests that were sent before the circuit opened.
 */
const RECORD_SUCCESS_SQL = `
  UPDATE provider_health h SET failures = 0, open_until = CASE WHEN $2 THEN NULL ELSE open_until END
   WHERE provider = $1 AND failures > 0 AND ($2 OR NOT ${IS_TRIPPED_SQL}) RETURNING provider`;

export const recordSuccess = async (
  sql: Sql,
  provider: Provider,
  isProbe: boolean,
): Promise<void> => {
  await mutateRows(sql, RECORD_SUCCESS_SQL, [provider, isProbe]);
};

export const circuitStateSql = `
  CASE WHEN h.open_until > now() THEN 'left_alone' WHEN ${IS_TRIPPED_SQL} THEN 'tried_out'
       ELSE 'answering' END`;

export const findUnavailableProviders = async (sql: Sql): Promise<Provider[]> => {
  const rows = await selectRows<{ provider: Provider }>(
    sql,
    `SELECT provider FROM provider_health h
      WHERE ${IS_TRIPPED_SQL} OR h.open_until > now() + ${BRIEF_OPEN_SQL} ORDER BY provider`,
  );
  return rows.map(({ provider }) => provider);
};
