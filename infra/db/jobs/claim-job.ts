import type { JobName } from "#shared/contract/jobs.ts";
import type { Provider } from "#shared/domain/provider.ts";
import type { SpendingLimit, SpendingLimits } from "#shared/domain/billing/spending.ts";
import { isSlotFree } from "../providers/provider-slots.ts";
import { mutateRows, selectRows, type Sql } from "../sql.ts";
import { getLimitParameters, reachedLimitSql } from "../providers/spending-limits.ts";
import type { JobLease, JobSubject, ProviderSlot } from "./job-lease.ts";
import {
  isDeferrable,
  keepsLastFailure,
  NO_ID_SQL,
  LEASE_TIMEOUT_SQL,
  JOB_TABLES,
} from "./job-tables.ts";

export interface ProviderLimits {
  /** Maximum number of simultaneous requests to each provider, over all workers. */
  requestsInFlight: number;
  /**
   * Judging providers by pair of debating providers, with keys like "openai grok". Empty if no
   * judge is configured.
   */
  judges: Readonly<Record<string, Provider>>;
  /** Daily spending limits. By default there are none. */
  spendingLimits?: SpendingLimits;
  /** Whether moderation costs nothing and therefore ignores spending limits. */
  isModerationFree?: boolean;
}

/**
 * The job was not started because its provider has no free slot. The reconciler starts it later.
 */
export interface DeferredForProvider {
  deferredFor: Provider;
}

/**
 * The job was not started because a daily spending limit is reached. The reconciler starts it when
 * the budget allows.
 */
export interface DeferredForBudget {
  deferredFor: SpendingLimit;
  /** The debate that the job belongs to; null if it belongs to none. */
  debateId: number | null;
}

export type Deferred = DeferredForProvider | DeferredForBudget;

export const isDeferredForBudget = (deferred: Deferred): deferred is DeferredForBudget =>
  "debateId" in deferred;

const isClaimableSql = (job: JobName): string => {
  const { prefix: p, running } = JOB_TABLES[job];
  return `(w.${p}status = 'pending'
       OR (w.${p}status = '${running}' AND w.${p}heartbeat_at < now() - ${LEASE_TIMEOUT_SQL}))`;
};
const startAttemptSql = (job: JobName): string => {
  const { prefix: p, running, reset } = JOB_TABLES[job];
  const waits = isDeferrable(job) ? `, ${p}deferred_for = NULL` : "";
  return `${reset}${p}status = '${running}', ${p}attempt = w.${p}attempt + 1, ${p}heartbeat_at = now()${waits}`;
};

/**
 * SQL for an object with the ids of the job's debate and turn, except an id that the job's payload
 * already contains.
 */
const jobSubjectSql = (job: JobName): string => {
  const { debate, turn } = JOB_TABLES[job];
  const ids = Object.entries({ debateId: debate, turnId: turn })
    .filter(([, id]) => id !== NO_ID_SQL && id !== "w.id")
    .map(([name, id]) => `'${name}', ${id}`);
  return `jsonb_build_object(${ids.join(", ")})`;
};

export const getDebateId = (job: JobName, id: number, { debateId }: JobSubject): number | null =>
  JOB_TABLES[job].debate === "w.id" ? id : (debateId ?? null);

const claimedColumnsSql = (job: JobName, preload: string | undefined): string => {
  const { prefix: p, extraColumns } = JOB_TABLES[job];
  const failure = keepsLastFailure(job) ? `, w.${p}last_failure AS "previousFailureKey"` : "";
  const loaded = preload === undefined ? "" : `, ${preload} AS loaded`;
  return `w.${p}failures AS failures, ${jobSubjectSql(job)} AS subject,
          extract(epoch FROM clock_timestamp() - w.${p}run_at)::float8 * 1000 AS "waitedMs"${extraColumns}${failure}${loaded}`;
};

/** SQL that claims a job that needs neither a provider slot nor a budget. */
const claimSql = (job: JobName, preload: string | undefined): string => {
  const { table, prefix: p } = JOB_TABLES[job];
  return `
    WITH work AS (
      SELECT w.id, w.${p}status <> 'pending' AS "isTakenOver" FROM ${table} w
       WHERE w.id = $1 AND ${isClaimableSql(job)} FOR NO KEY UPDATE OF w)
    UPDATE ${table} w SET ${startAttemptSql(job)} FROM work WHERE w.id = work.id
    RETURNING w.${p}attempt AS attempt, work."isTakenOver", ${claimedColumnsSql(job, preload)}`;
};

/**
 * Takes a free slot of the job's provider and skips slots that other claims have locked. A job
 * without a provider takes none.
 */
const TAKE_SLOT_SQL = `
    slot AS (
      SELECT p.provider, p.slot, h.failures
        FROM work JOIN provider_health h USING (provider) JOIN provider_slots p USING (provider)
       WHERE (SELECT reached FROM budget) IS NULL AND ${isSlotFree("$2")}
       LIMIT 1 FOR NO KEY UPDATE OF p SKIP LOCKED),
    taken AS (
      UPDATE provider_slots p
         SET job = '#JOB#', job_id = work.id, attempt = work.attempt, taken_at = now()
        FROM slot JOIN work USING (provider)
       WHERE p.provider = slot.provider AND p.slot = slot.slot
      RETURNING p.slot, slot.failures)`;
const NO_SLOT_SQL = "taken AS (SELECT NULL::int AS slot, NULL::int AS failures WHERE false)";

/**
 * Locks the job's row, checks the spending limits and takes a provider slot. It then either starts
 * the attempt or stores what the job waits for. This is one statement, so that no slot is taken
 * without its job.
 */
const claimOrDeferSql = (
  job: JobName,
  preload: string | undefined,
  limits: readonly [string, string] | null,
): string => {
  const { table, prefix: p, providerSql, debate, mayExceedLimit } = JOB_TABLES[job];
  const reached =
    limits === null
      ? "NULL::text"
      : `CASE WHEN NOT work.may_exceed THEN ${reachedLimitSql("work.owner_id", limits)} END`;
  return `
    WITH work AS (
      SELECT w.id, w.${p}attempt + 1 AS attempt, ${providerSql ?? "NULL::text"} AS provider,
             d.id AS "debateId", d.user_id AS owner_id, w.${p}status <> 'pending' AS "isTakenOver",
             ${mayExceedLimit} AS may_exceed
        FROM ${table} w LEFT JOIN debates d ON d.id = ${debate}
       WHERE w.id = $1 AND ${isClaimableSql(job)} FOR NO KEY UPDATE OF w),
    budget AS MATERIALIZED (SELECT ${reached} AS reached FROM work),
    ${providerSql === null ? NO_SLOT_SQL : TAKE_SLOT_SQL.replace("#JOB#", job)},
    outcome AS MATERIALIZED (
      SELECT work.*, budget.reached, taken.slot, taken.failures AS missed,
             budget.reached IS NULL AND (work.provider IS NULL OR taken.slot IS NOT NULL) AS may_begin
        FROM work CROSS JOIN budget LEFT JOIN taken ON true),
    begun AS (
      UPDATE ${table} w SET ${startAttemptSql(job)}
        FROM outcome WHERE w.id = outcome.id AND outcome.may_begin
      RETURNING ${claimedColumnsSql(job, preload)}),
    put_off AS (
      UPDATE ${table} w
         SET ${p}status = 'pending', ${p}deferred_for = coalesce(outcome.reached, outcome.provider)
        FROM outcome WHERE w.id = outcome.id AND NOT outcome.may_begin)
    SELECT outcome.attempt, outcome.provider, outcome.may_begin AS "mayBegin", outcome.reached,
           outcome."debateId", outcome."isTakenOver",
           outcome.slot = 0 AS "isProbe", outcome.missed > 0 AS "hasRecentFailures", begun.*
      FROM outcome LEFT JOIN begun ON true`;
};

interface ClaimRow<Loaded>
  extends
    Omit<JobLease<Loaded>, "job" | "id" | "slot" | "previousFailureKey">,
    Omit<ProviderSlot, "provider"> {
  previousFailureKey: string | null;
  provider: Provider | null;
  mayBegin: boolean;
  reached: SpendingLimit | null;
  debateId: number | null;
}

const NO_PROVIDER_LIMITS: ProviderLimits = { requestsInFlight: 1000, judges: {} };

/**
 * SQL expression over the claimed row `w`. The claim returns its result, so that the attempt needs
 * no second query. It must not fail for any row. Otherwise that row's job could never be claimed.
 */
export type PreloadSql<Loaded> = string & { readonly of?: Loaded };

interface ClaimOptions<Loaded> {
  /** Default: 1000 slots per provider and no judges. */
  providerLimits?: ProviderLimits;
  preload?: PreloadSql<Loaded> | undefined;
}

/**
 * Takes the lease of a job that is due or whose lease has expired. Returns null if the job cannot
 * be claimed, or what it waits for if it is deferred.
 */
export const claimJob = async <Loaded = undefined>(
  sql: Sql,
  job: JobName,
  id: number,
  { providerLimits = NO_PROVIDER_LIMITS, preload }: ClaimOptions<Loaded> = {},
): Promise<JobLease<Loaded> | Deferred | null> => {
  const { requestsInFlight, judges, spendingLimits, isModerationFree = false } = providerLimits;
  const { providerSql } = JOB_TABLES[job];
  const isPaid = JOB_TABLES[job].isPaid && !(job === "moderate" && isModerationFree);
  const isLimited =
    isPaid &&
    spendingLimits !== undefined &&
    getLimitParameters(spendingLimits).some((at) => at !== null);
  if (providerSql === null && !isLimited) {
    const [lease] = await mutateRows<Omit<JobLease<Loaded>, "job" | "id" | "slot">>(
      sql,
      claimSql(job, preload),
      [id],
    );
    return lease ? { job, id, ...lease, slot: null } : null;
  }
  const values: unknown[] = [id];
  if (providerSql !== null) values.push(requestsInFlight);
  if (providerSql?.includes("$3")) values.push(JSON.stringify(judges));
  const next = values.length + 1;
  if (isLimited) values.push(...getLimitParameters(spendingLimits));
  const statement = claimOrDeferSql(job, preload, isLimited ? [`$${next}`, `$${next + 1}`] : null);
  const [found] = await selectRows<ClaimRow<Loaded>>(sql, statement, values);
  if (!found) return null;
  const {
    provider,
    mayBegin,
    reached,
    debateId,
    isProbe,
    hasRecentFailures,
    previousFailureKey,
    ...rest
  } = found;
  if (reached !== null) return { deferredFor: reached, debateId };
  if (provider !== null && !mayBegin) return { deferredFor: provider };
  const lease = { job, id, ...rest, ...(previousFailureKey && { previousFailureKey }) };
  return { ...lease, slot: provider && { provider, isProbe, hasRecentFailures } };
};
