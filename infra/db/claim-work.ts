import type { JobName } from "#shared/contract/jobs.ts";
import type { Provider } from "#shared/domain/provider.ts";
import type { SpendingLimit, SpendingLimits } from "#shared/domain/spending.ts";
import { isFree } from "./provider-places.ts";
import { change, select, type Sql } from "./sql.ts";
import { limitValues, reachedLimit } from "./spending.ts";
import type { Hold } from "./work.ts";
import { canWait, NONE, SILENCE, WORK } from "./work-columns.ts";

/** What a worker knows of providers. */
export interface ProviderBounds {
  /** Of all workers, to one provider, at once. */
  requestsInFlight: number;
  /** Who judges two providers, "openai grok", where anybody does. */
  judges: Readonly<Record<string, Provider>>;
  /** What may be spent in a day; without them there is no limit. */
  limits?: SpendingLimits;
  /** Whether the moderation's model costs nothing, so that no limit holds it up. */
  isModerationFree?: boolean;
}

/** Whom a claim has a place to ask. */
interface Asked {
  provider: Provider;
  /** It tries the provider out, alone: whether it does again is up to this one. */
  isProbe: boolean;
  /** Requests before this one failed. */
  hasFailed: boolean;
}

/** Ids of what some work is about. */
interface About {
  debateId?: number;
  turnId?: number | null;
}

/** A hold, as it is taken. */
export interface Claim<Loaded = unknown> extends Hold {
  /** From a worker that has fallen silent. */
  isTakenOver: boolean;
  /** Milliseconds since it could have been taken. */
  waitedMs: number;
  /** Beside what the job carries. */
  about: About;
  /** Null where it asks none of the providers. */
  asked: Asked | null;
  /** What the claim was to bring along; undefined where that is nothing. */
  loaded: Loaded;
}

/** Not begun: the provider has no place for it now. It goes on by itself. */
export interface NoPlace {
  waitsFor: Provider;
}

/** Not begun: a daily spending limit is reached. It goes on by itself when there is budget again. */
export interface OverLimit {
  waitsFor: SpendingLimit;
  /** Null for what belongs to no debate. */
  debateId: number | null;
}

export type PutOff = NoPlace | OverLimit;

/** Whether the work waits for a spending limit, not for a provider. */
export const isOverLimit = (putOff: PutOff): putOff is OverLimit => "debateId" in putOff;

const isClaimable = (job: JobName): string => {
  const { prefix: p, running } = WORK[job];
  return `(w.${p}status = 'pending'
       OR (w.${p}status = '${running}' AND w.${p}heartbeat_at < now() - ${SILENCE}))`;
};
const begin = (job: JobName): string => {
  const { prefix: p, running, reset } = WORK[job];
  const waits = canWait(job) ? `, ${p}waits_for = NULL` : "";
  return `${reset}${p}status = '${running}', ${p}attempt = w.${p}attempt + 1, ${p}heartbeat_at = now()${waits}`;
};

/** What the job does not carry, which has the id of its row alone. */
const aboutOf = (job: JobName): string => {
  const { debate, turn } = WORK[job];
  const ids = Object.entries({ debateId: debate, turnId: turn })
    .filter(([, id]) => id !== NONE && id !== "w.id")
    .map(([name, id]) => `'${name}', ${id}`);
  return `jsonb_build_object(${ids.join(", ")})`;
};

/** The debate that the work belongs to. */
export const debateIdOf = (job: JobName, id: number, { debateId }: About): number | null =>
  WORK[job].debate === "w.id" ? id : (debateId ?? null);

/** What the claim is to know of the row, as it was begun. */
const begunColumns = (job: JobName, loads: string | undefined): string => {
  const { prefix: p, also } = WORK[job];
  const loaded = loads === undefined ? "" : `, ${loads} AS loaded`;
  return `w.${p}failures AS failures, ${aboutOf(job)} AS about,
          extract(epoch FROM clock_timestamp() - w.${p}run_at)::float8 * 1000 AS "waitedMs"${also}${loaded}`;
};

/** For work that waits for nothing. */
const claim = (job: JobName, loads: string | undefined): string => {
  const { table, prefix: p } = WORK[job];
  return `
    WITH work AS (
      SELECT w.id, w.${p}status <> 'pending' AS "isTakenOver" FROM ${table} w
       WHERE w.id = $1 AND ${isClaimable(job)} FOR NO KEY UPDATE OF w)
    UPDATE ${table} w SET ${begin(job)} FROM work WHERE w.id = work.id
    RETURNING w.${p}attempt AS attempt, work."isTakenOver", ${begunColumns(job, loads)}`;
};

/**
 * Takes a free place at the work's provider, past those that others are taking. Nothing for work that
 * asks no provider.
 */
const PLACE = `
    place AS (
      SELECT p.provider, p.place, h.failures
        FROM work JOIN provider_health h USING (provider) JOIN provider_places p USING (provider)
       WHERE (SELECT reached FROM budget) IS NULL AND ${isFree("$2")}
       LIMIT 1 FOR NO KEY UPDATE OF p SKIP LOCKED),
    taken AS (
      UPDATE provider_places p
         SET job = '#JOB#', work_id = work.id, attempt = work.attempt, taken_at = now()
        FROM place JOIN work USING (provider)
       WHERE p.provider = place.provider AND p.place = place.place
      RETURNING p.place, place.failures)`;
const NO_PLACE = "taken AS (SELECT NULL::int AS place, NULL::int AS failures WHERE false)";

/**
 * Locks the work, then checks the spending limits and takes a place at its provider, and begins; or
 * leaves a note what it waits for. One statement, so that nothing is taken without the other.
 */
const claimOrDefer = (
  job: JobName,
  loads: string | undefined,
  limits: readonly [string, string] | null,
): string => {
  const { table, prefix: p, asks, debate, mayExceedLimit } = WORK[job];
  const reached =
    limits === null
      ? "NULL::text"
      : `CASE WHEN NOT work.may_exceed THEN ${reachedLimit("work.owner_id", limits)} END`;
  return `
    WITH work AS (
      SELECT w.id, w.${p}attempt + 1 AS attempt, ${asks ?? "NULL::text"} AS provider,
             d.id AS "debateId", d.user_id AS owner_id, w.${p}status <> 'pending' AS "isTakenOver",
             ${mayExceedLimit} AS may_exceed
        FROM ${table} w LEFT JOIN debates d ON d.id = ${debate}
       WHERE w.id = $1 AND ${isClaimable(job)} FOR NO KEY UPDATE OF w),
    budget AS MATERIALIZED (SELECT ${reached} AS reached FROM work),
    ${asks === null ? NO_PLACE : PLACE.replace("#JOB#", job)},
    outcome AS MATERIALIZED (
      SELECT work.*, budget.reached, taken.place, taken.failures AS missed,
             budget.reached IS NULL AND (work.provider IS NULL OR taken.place IS NOT NULL) AS may_begin
        FROM work CROSS JOIN budget LEFT JOIN taken ON true),
    begun AS (
      UPDATE ${table} w SET ${begin(job)}
        FROM outcome WHERE w.id = outcome.id AND outcome.may_begin
      RETURNING ${begunColumns(job, loads)}),
    put_off AS (
      UPDATE ${table} w
         SET ${p}status = 'pending', ${p}waits_for = coalesce(outcome.reached, outcome.provider)
        FROM outcome WHERE w.id = outcome.id AND NOT outcome.may_begin)
    SELECT outcome.attempt, outcome.provider, outcome.may_begin AS "mayBegin", outcome.reached,
           outcome."debateId", outcome."isTakenOver",
           outcome.place = 0 AS "isProbe", outcome.missed > 0 AS "hasFailed", begun.*
      FROM outcome LEFT JOIN begun ON true`;
};

interface ClaimedColumns<Loaded> extends Omit<Claim<Loaded>, "job" | "id" | "asked"> {
  provider: Provider | null;
  mayBegin: boolean;
  reached: SpendingLimit | null;
  debateId: number | null;
  isProbe: boolean;
  hasFailed: boolean;
}

const UNBOUND: ProviderBounds = { requestsInFlight: 1000, judges: {} };

/**
 * What some work needs to be done, as an SQL expression over its row `w`, as it was begun. It must not
 * fail for any row: work that cannot be claimed is never given up.
 */
export type Loads<Loaded> = string & { readonly of?: Loaded };

interface ClaimOptions<Loaded> {
  /** Without any nobody judges, and places are as many as there are. */
  bounds?: ProviderBounds;
  loads?: Loads<Loaded> | undefined;
}

/**
 * Takes the work: one worker at a time, and the next one as soon as this one falls silent. Null if
 * there is nothing to take.
 */
export const claimWork = async <Loaded = undefined>(
  sql: Sql,
  job: JobName,
  id: number,
  { bounds = UNBOUND, loads }: ClaimOptions<Loaded> = {},
): Promise<Claim<Loaded> | PutOff | null> => {
  const { requestsInFlight, judges, limits, isModerationFree = false } = bounds;
  const { asks } = WORK[job];
  const isPaid = WORK[job].isPaid && !(job === "moderate" && isModerationFree);
  const isLimited = isPaid && limits !== undefined && limitValues(limits).some((at) => at !== null);
  if (asks === null && !isLimited) {
    const [held] = await change<Omit<Claim<Loaded>, "job" | "id" | "asked">>(
      sql,
      claim(job, loads),
      [id],
    );
    return held ? { job, id, ...held, asked: null } : null;
  }
  const values: unknown[] = [id];
  if (asks !== null) values.push(requestsInFlight);
  if (asks?.includes("$3")) values.push(JSON.stringify(judges));
  const next = values.length + 1;
  if (isLimited) values.push(...limitValues(limits));
  const statement = claimOrDefer(job, loads, isLimited ? [`$${next}`, `$${next + 1}`] : null);
  const [found] = await select<ClaimedColumns<Loaded>>(sql, statement, values);
  if (!found) return null;
  const { provider, mayBegin, reached, debateId, isProbe, hasFailed, ...held } = found;
  if (reached !== null) return { waitsFor: reached, debateId };
  if (provider !== null && !mayBegin) return { waitsFor: provider };
  return { job, id, ...held, asked: provider && { provider, isProbe, hasFailed } };
};
