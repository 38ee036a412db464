import type { JobName } from "#shared/contract/jobs.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { isFree } from "./provider-places.ts";
import { change, select, type Sql } from "./sql.ts";
import type { Hold } from "./work.ts";
import { NONE, SILENCE, WORK } from "./work-columns.ts";

/** What a worker knows of providers. */
export interface ProviderBounds {
  /** Of all workers, to one provider, at once. */
  requestsInFlight: number;
  /** Who judges two providers, "openai grok", where anybody does. */
  judges: Readonly<Record<string, Provider>>;
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
export interface PutOff {
  waitsFor: Provider;
}

const isClaimable = (job: JobName): string => {
  const { prefix: p, running } = WORK[job];
  return `(w.${p}status = 'pending'
       OR (w.${p}status = '${running}' AND w.${p}heartbeat_at < now() - ${SILENCE}))`;
};
const begin = (job: JobName): string => {
  const { prefix: p, running, reset } = WORK[job];
  return `${reset}${p}status = '${running}', ${p}attempt = w.${p}attempt + 1, ${p}heartbeat_at = now()`;
};

/** What the job does not carry, which has the id of its row alone. */
const aboutOf = (job: JobName): string => {
  const { debate, turn } = WORK[job];
  const ids = Object.entries({ debateId: debate, turnId: turn })
    .filter(([, id]) => id !== NONE && id !== "w.id")
    .map(([name, id]) => `'${name}', ${id}`);
  return `jsonb_build_object(${ids.join(", ")})`;
};

/** What the claim is to know of the row, as it was begun. */
const begunColumns = (job: JobName, loads: string | undefined): string => {
  const { prefix: p, also } = WORK[job];
  const loaded = loads === undefined ? "" : `, ${loads} AS loaded`;
  return `w.${p}failures AS failures, ${aboutOf(job)} AS about,
          extract(epoch FROM clock_timestamp() - w.${p}run_at)::float8 * 1000 AS "waitedMs"${also}${loaded}`;
};

/** For work that asks no provider. */
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
 * Locks the work, then takes a free place at its provider, past those that others are taking, and
 * begins; or leaves a note that it waits. One statement: so nothing is taken without the other.
 */
const claimWithPlace = (job: JobName, asks: string, loads: string | undefined): string => {
  const { table, prefix: p } = WORK[job];
  return `
    WITH work AS (
      SELECT w.id, w.${p}attempt + 1 AS attempt, ${asks} AS provider,
             w.${p}status <> 'pending' AS "isTakenOver"
        FROM ${table} w JOIN debates d ON d.id = w.${table === "debates" ? "id" : "debate_id"}
       WHERE w.id = $1 AND ${isClaimable(job)} FOR NO KEY UPDATE OF w),
    place AS (
      SELECT p.provider, p.place, h.failures
        FROM work JOIN provider_health h USING (provider) JOIN provider_places p USING (provider)
       WHERE ${isFree("$2")} LIMIT 1 FOR NO KEY UPDATE OF p SKIP LOCKED),
    taken AS (
      UPDATE provider_places p
         SET job = '${job}', work_id = work.id, attempt = work.attempt, taken_at = now()
        FROM place JOIN work USING (provider)
       WHERE p.provider = place.provider AND p.place = place.place
      RETURNING p.place, place.failures),
    outcome AS MATERIALIZED (
      SELECT work.*, taken.place, taken.failures AS missed,
             work.provider IS NULL OR taken.place IS NOT NULL AS may_begin
        FROM work LEFT JOIN taken ON true),
    begun AS (
      UPDATE ${table} w SET ${begin(job)}, ${p}waits_for = NULL
        FROM outcome WHERE w.id = outcome.id AND outcome.may_begin
      RETURNING ${begunColumns(job, loads)}),
    put_off AS (
      UPDATE ${table} w SET ${p}status = 'pending', ${p}waits_for = outcome.provider
        FROM outcome WHERE w.id = outcome.id AND NOT outcome.may_begin)
    SELECT outcome.attempt, outcome.provider, outcome.may_begin AS "mayBegin",
           outcome."isTakenOver",
           outcome.place = 0 AS "isProbe", outcome.missed > 0 AS "hasFailed", begun.*
      FROM outcome LEFT JOIN begun ON true`;
};

const statementFor = (job: JobName, loads: string | undefined): string => {
  const { asks } = WORK[job];
  return asks === null ? claim(job, loads) : claimWithPlace(job, asks, loads);
};

interface ClaimedColumns<Loaded> extends Omit<Claim<Loaded>, "job" | "id" | "asked"> {
  provider: Provider | null;
  mayBegin: boolean;
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
  { bounds: { requestsInFlight, judges } = UNBOUND, loads }: ClaimOptions<Loaded> = {},
): Promise<Claim<Loaded> | PutOff | null> => {
  const { asks } = WORK[job];
  const statement = statementFor(job, loads);
  if (asks === null) {
    const [held] = await change<Omit<Claim<Loaded>, "job" | "id" | "asked">>(sql, statement, [id]);
    return held ? { job, id, ...held, asked: null } : null;
  }
  const values = [id, requestsInFlight, ...(asks.includes("$3") ? [JSON.stringify(judges)] : [])];
  const [found] = await select<ClaimedColumns<Loaded>>(sql, statement, values);
  if (!found) return null;
  const { provider, mayBegin, isProbe, hasFailed, ...held } = found;
  if (provider !== null && !mayBegin) return { waitsFor: provider };
  return { job, id, ...held, asked: provider && { provider, isProbe, hasFailed } };
};
