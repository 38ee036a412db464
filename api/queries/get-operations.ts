import { type Counted, countWork } from "#infra/db/count-work.ts";
import { providerState } from "#infra/db/provider-health.ts";
import { isTaken } from "#infra/db/provider-places.ts";
import { select } from "#infra/db/sql.ts";
import { WORK } from "#infra/db/work-columns.ts";
import { WORKER_SILENCE } from "#infra/db/workers.ts";
import { JOB_NAMES, type JobName } from "#shared/contract/jobs.ts";
import type { Operations, Retry } from "#shared/contract/operations.ts";
import { isRefused, TURN_REQUESTS } from "#shared/domain/turn.ts";
import type { Context } from "../context.ts";

/** Maximum number of rows; further ones are only counted. */
const MOST_RUNNING = 50;
const MOST_FAILURES = 20;

const ABOUT = `
  CASE WHEN d.id IS NOT NULL THEN jsonb_build_object('id', d.id, 'topic', d.topic) END AS debate,
  CASE WHEN t.id IS NOT NULL
       THEN jsonb_build_object('id', t.id, 'turnNumber', t.turn_number) END AS turn`;
const ITS_PLACE = "LEFT JOIN debates d ON d.id = x.debate_id LEFT JOIN turns t ON t.id = x.turn_id";

const runningOf = (job: JobName): string => {
  const { table, prefix: p, running, debate, turn } = WORK[job];
  return `
    (SELECT '${job}' AS job, w.id, w.${p}attempt AS attempt, ${debate} AS debate_id,
            ${turn} AS turn_id FROM ${table} w WHERE w.${p}status = '${running}')`;
};

const RUNNING = `
  WITH held AS (
    SELECT work.*, k.instance FROM workers k,
           jsonb_to_recordset(k.work) AS work (job text, id int, attempt int, since timestamptz)
     WHERE k.seen_at > now() - ${WORKER_SILENCE})
  SELECT x.job, x.id, held.since, held.instance AS worker, ${ABOUT}
    FROM (${JOB_NAMES.map(runningOf).join(" UNION ALL ")}) AS x
    LEFT JOIN held USING (job, id, attempt) ${ITS_PLACE}
   ORDER BY held.since DESC NULLS FIRST, x.id DESC LIMIT ${MOST_RUNNING}`;

/** Auto-Play has no failures of its own: the turn that stopped it is listed. */
const FAILING = JOB_NAMES.filter((job) => job !== "auto-play");

/** SQL condition for an admin's retry, over the job's row `w`. */
const MAY_RETRY: Partial<Record<JobName, string>> = {
  "generate-turn": `w.requests < ${TURN_REQUESTS} AND
    (SELECT is_public AND NOT refunded FROM debates WHERE id = w.debate_id)`,
  // A verdict makes all scores final.
  "judge-turn": `(SELECT verdict_status = 'none' FROM debates WHERE id = w.debate_id)`,
  "judge-debate": "true",
  "synthesize-speech": "(SELECT status = 'complete' FROM turns WHERE id = w.turn_id)",
  "send-mail": "w.email IS NOT NULL",
  "export-data": "true",
};

/** SQL condition for a failure to be listed. Excludes recordings that were withdrawn. */
const IS_TOLD: Partial<Record<JobName, string>> = {
  "synthesize-speech": "w.heartbeat_at IS DISTINCT FROM '-infinity'",
};

const failedOf = (job: JobName): string => {
  const { table, prefix: p, debate, turn } = WORK[job];
  return `
    (SELECT f.*, ${debate} AS debate_id, ${turn} AS turn_id, ${MAY_RETRY[job] ?? "false"} AS may_retry
       FROM work_failures f JOIN ${table} w ON w.id = f.work_id AND w.${p}status = 'failed'
      WHERE f.job = '${job}' AND ${IS_TOLD[job] ?? "true"})`;
};

const FAILURES = `
  SELECT x.job, x.work_id AS id, x.code, x.message, x.failed_at AS "failedAt",
         x.may_retry AS "mayRetry", ${ABOUT}
    FROM (${FAILING.map(failedOf).join(" UNION ALL ")}) AS x ${ITS_PLACE}
   ORDER BY x.failed_at DESC, x.work_id DESC LIMIT ${MOST_FAILURES}`;

const WORKERS = `
  SELECT instance, host, pid, queues, jsonb_array_length(work) AS "underWay",
         seen_at <= now() - ${WORKER_SILENCE} AS "isSilent", seen_at AS "seenAt"
    FROM workers ORDER BY host, pid, process`;

const PROVIDERS = `
  SELECT h.provider, ${providerState} AS state,
         CASE WHEN h.open_until > now() THEN h.open_until END AS until, h.failures,
         (SELECT count(*)::int FROM provider_places p WHERE p.provider = h.provider AND ${isTaken})
           AS "inFlight",
         h.last_error AS "errorCode", h.last_error_at AS "errorAt"
    FROM provider_health h ORDER BY h.provider`;

const SPENT = `
  SELECT coalesce(sum(price), 0)::float8 AS price
    FROM usage WHERE day = (now() AT TIME ZONE 'utc')::date`;

type Running = Operations["running"][number];
type Worker = Operations["workers"][number];
type Provider = Operations["providers"][number];
type Failure = Operations["failures"][number];

interface RunningColumns extends Omit<Running, "since"> {
  since: Date | null;
}
interface WorkerColumns extends Omit<Worker, "seenAt"> {
  seenAt: Date;
}
interface ProviderColumns extends Omit<Provider, "until" | "lastError"> {
  until: Date | null;
  errorCode: string | null;
  errorAt: Date | null;
}
interface FailureColumns extends Omit<Failure, "failedAt" | "retry"> {
  failedAt: Date;
  mayRetry: boolean | null;
}

const RETRY: Partial<Record<JobName, Retry>> = {
  "generate-turn": "turn",
  "judge-turn": "judging",
  "judge-debate": "verdict",
  "synthesize-speech": "recording",
  "send-mail": "mail",
  "export-data": "export",
};

const runningView = ({ since, ...row }: RunningColumns): Running => ({
  ...row,
  since: since?.toISOString() ?? null,
});

const kindView = ({
  oldestAt,
  oldest: _oldest,
  ...kind
}: Counted): Operations["kinds"][number] => ({
  ...kind,
  oldestAt: oldestAt?.toISOString() ?? null,
});

const workerView = ({ seenAt, ...row }: WorkerColumns): Worker => ({
  ...row,
  seenAt: seenAt.toISOString(),
});

const failureView = ({ failedAt, mayRetry, ...failure }: FailureColumns): Failure => ({
  ...failure,
  failedAt: failedAt.toISOString(),
  // A provider refuses the same content again, so such a turn cannot be retried.
  retry:
    mayRetry && !(failure.job === "generate-turn" && isRefused(failure))
      ? (RETRY[failure.job] ?? null)
      : null,
});

const providerView = ({ until, errorCode, errorAt, ...rest }: ProviderColumns): Provider => ({
  ...rest,
  until: until?.toISOString() ?? null,
  lastError: errorCode !== null && errorAt ? { code: errorCode, at: errorAt.toISOString() } : null,
});

/**
 * Returns jobs, workers, providers and failures. Reads only the database, so every process returns
 * the same.
 */
export const getOperations = async ({
  reads,
  env,
}: Pick<Context, "reads" | "env">): Promise<Operations> => {
  const [running, kinds, workers, providers, [spent], failures] = await Promise.all([
    select<RunningColumns>(reads, RUNNING),
    countWork(reads),
    select<WorkerColumns>(reads, WORKERS),
    select<ProviderColumns>(reads, PROVIDERS),
    select<{ price: number }>(reads, SPENT),
    select<FailureColumns>(reads, FAILURES),
  ]);
  return {
    running: running.map(runningView),
    kinds: kinds.map(kindView),
    workers: workers.map(workerView),
    providers: providers.map(providerView),
    spending: { price: Math.round(spent?.price ?? 0), perDay: env.spending.perDay },
    failures: failures.map(failureView),
  };
};
