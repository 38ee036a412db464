import { type JobCounts, countJobs } from "#infra/db/jobs/count-jobs.ts";
import { circuitStateSql } from "#infra/db/providers/circuit-breaker.ts";
import { hidesIdentitiesSql } from "#infra/db/debates/blind-debates-sql.ts";
import { isSlotTaken } from "#infra/db/providers/provider-slots.ts";
import { selectRows } from "#infra/db/sql.ts";
import { JOB_TABLES } from "#infra/db/jobs/job-tables.ts";
import { WORKER_TIMEOUT_SQL } from "#infra/db/jobs/worker-registry.ts";
import { JOB_NAMES, type JobName } from "#shared/contract/jobs.ts";
import type { Operations, RetryTarget } from "#shared/contract/admin/operations.ts";
import { isRefusedByProvider, MAX_REQUESTS_PER_TURN } from "#shared/domain/debates/turn.ts";
import type { Context } from "#api/context.ts";
import { DEFAULT_LANGUAGE } from "#shared/domain/debates/language/language.ts";

/** Maximum number of running jobs listed. The job counts include the others. */
const MAX_RUNNING = 50;
const MAX_FAILURES = 20;

const SUBJECT_COLUMNS = `
  CASE WHEN d.id IS NOT NULL THEN jsonb_build_object('id', d.id, 'topic', d.topic,
                                 'language', coalesce(d.language, '${DEFAULT_LANGUAGE}')) END AS debate,
  CASE WHEN t.id IS NOT NULL
       THEN jsonb_build_object('id', t.id, 'turnNumber', t.turn_number) END AS turn`;
const SUBJECT_JOINS =
  "LEFT JOIN debates d ON d.id = x.debate_id LEFT JOIN turns t ON t.id = x.turn_id";

const buildRunningSql = (job: JobName): string => {
  const { table, prefix: p, running, debate, turn } = JOB_TABLES[job];
  return `
    (SELECT '${job}' AS job, w.id, w.${p}attempt AS attempt, ${debate} AS debate_id,
            ${turn} AS turn_id FROM ${table} w WHERE w.${p}status = '${running}')`;
};

const RUNNING_JOBS_SQL = `
  WITH held AS (
    SELECT work.*, k.instance FROM workers k,
           jsonb_to_recordset(k.work) AS work (job text, id int, attempt int, since timestamptz)
     WHERE k.seen_at > now() - ${WORKER_TIMEOUT_SQL})
  SELECT x.job, x.id, held.since, held.instance AS worker, ${SUBJECT_COLUMNS}
    FROM (${JOB_NAMES.map(buildRunningSql).join(" UNION ALL ")}) AS x
    LEFT JOIN held USING (job, id, attempt) ${SUBJECT_JOINS}
   ORDER BY held.since DESC NULLS FIRST, x.id DESC LIMIT ${MAX_RUNNING}`;

/**
 * Failed jobs of Auto-Play are not listed, because the failed turn that stopped Auto-Play is
 * listed.
 */
const JOBS_WITH_FAILURES = JOB_NAMES.filter((job) => job !== "auto-play");

/** SQL condition for whether an admin may retry a failed job. `w` is the job's row. */
const CAN_RETRY_SQL: Partial<Record<JobName, string>> = {
  "generate-turn": `w.requests < ${MAX_REQUESTS_PER_TURN} AND
    (SELECT is_public AND NOT refunded FROM debates WHERE id = w.debate_id)`,
  // Scores cannot be retried after the verdict, which makes them final.
  "judge-turn": `(SELECT verdict_status = 'none' FROM debates WHERE id = w.debate_id)`,
  "judge-debate": "true",
  "synthesize-speech": "(SELECT status = 'complete' FROM turns WHERE id = w.turn_id)",
  "send-mail": "w.email IS NOT NULL",
  "export-data": "true",
};

/**
 * SQL condition for whether a failure is listed. Discarded recordings, which are not listed, have
 * the heartbeat `-infinity`.
 */
const IS_REPORTED_SQL: Partial<Record<JobName, string>> = {
  "synthesize-speech": "w.heartbeat_at IS DISTINCT FROM '-infinity'",
};

const buildFailedSql = (job: JobName): string => {
  const { table, prefix: p, debate, turn } = JOB_TABLES[job];
  return `
    (SELECT f.*, ${debate} AS debate_id, ${turn} AS turn_id, ${CAN_RETRY_SQL[job] ?? "false"} AS may_retry
       FROM job_failures f JOIN ${table} w ON w.id = f.job_id AND w.${p}status = 'failed'
      WHERE f.job = '${job}' AND ${IS_REPORTED_SQL[job] ?? "true"})`;
};

/** The stored message names the provider, which must stay hidden while its debate is blind. */
const MESSAGE_SQL = `
  CASE WHEN ${hidesIdentitiesSql("x.debate_id")} THEN 'A model of a blind debate failed.'
       ELSE x.message END`;

const FAILURES_SQL = `
  SELECT x.job, x.job_id AS id, x.code, ${MESSAGE_SQL} AS message, x.failed_at AS "failedAt",
         x.may_retry AS "mayRetry", ${SUBJECT_COLUMNS}
    FROM (${JOBS_WITH_FAILURES.map(buildFailedSql).join(" UNION ALL ")}) AS x ${SUBJECT_JOINS}
   ORDER BY x.failed_at DESC, x.job_id DESC LIMIT ${MAX_FAILURES}`;

const WORKERS_SQL = `
  SELECT instance, host, pid, queues, jsonb_array_length(work) AS "underWay",
         seen_at <= now() - ${WORKER_TIMEOUT_SQL} AS "isSilent", seen_at AS "seenAt", adaptations
    FROM workers ORDER BY host, pid, process`;

/**
 * SQL condition: the provider slot `p` is taken by a job of a blind debate. Such slots are not
 * counted, because the count would show which provider speaks.
 */
const IS_BLIND_SLOT_SQL = hidesIdentitiesSql(
  `CASE p.job WHEN 'judge-debate' THEN p.job_id
              WHEN 'repeat-verdict' THEN (SELECT debate_id FROM verdict_repeats WHERE id = p.job_id)
              WHEN 'judge-in-panel' THEN (SELECT debate_id FROM panel_votes WHERE id = p.job_id)
              WHEN 'audit-judge' THEN NULL
              ELSE (SELECT debate_id FROM turns WHERE id = p.job_id) END`,
);

const PROVIDERS_SQL = `
  SELECT h.provider, ${circuitStateSql} AS state,
         CASE WHEN h.open_until > now() THEN h.open_until END AS until, h.failures,
         (SELECT count(*)::int FROM provider_slots p WHERE p.provider = h.provider AND ${isSlotTaken}
             AND NOT ${IS_BLIND_SLOT_SQL})
           AS "inFlight",
         h.last_error AS "errorCode", h.last_error_detail AS "errorDetail",
         h.last_error_at AS "errorAt"
    FROM provider_health h ORDER BY h.provider`;

const SPENT_TODAY_SQL = `
  SELECT coalesce(sum(price), 0)::float8 AS price
    FROM usage WHERE day = (now() AT TIME ZONE 'utc')::date`;

const LAST_TESTS_SQL = `
  SELECT (SELECT max(asked_at) FROM model_checks) AS "modelCheckStartedAt",
         (SELECT count(*)::int FROM judge_audit_runs, jsonb_object_keys(winners)) AS "judgeAuditVerdicts"`;

type RunningJob = Operations["running"][number];
type ListedWorker = Operations["workers"][number];
type ListedProvider = Operations["providers"][number];
type ListedFailure = Operations["failures"][number];

interface RunningJobColumns extends Omit<RunningJob, "since"> {
  since: Date | null;
}
interface WorkerColumns extends Omit<ListedWorker, "seenAt"> {
  seenAt: Date;
}
interface ProviderColumns extends Omit<ListedProvider, "until" | "lastError"> {
  until: Date | null;
  errorCode: string | null;
  errorDetail: string | null;
  errorAt: Date | null;
}
interface FailureColumns extends Omit<ListedFailure, "failedAt" | "retry"> {
  failedAt: Date;
  mayRetry: boolean | null;
}

const RETRY_BY_JOB: Partial<Record<JobName, RetryTarget>> = {
  "generate-turn": "turn",
  "judge-turn": "judging",
  "judge-debate": "verdict",
  "synthesize-speech": "recording",
  "send-mail": "mail",
  "export-data": "export",
};

const presentRunningJob = ({ since, ...row }: RunningJobColumns): RunningJob => ({
  ...row,
  since: since?.toISOString() ?? null,
});

const presentJobKind = ({
  oldestAt,
  oldest: _oldest,
  deferred: awaiting,
  ...kind
}: JobCounts): Operations["kinds"][number] => ({
  ...kind,
  awaiting,
  oldestAt: oldestAt?.toISOString() ?? null,
});

const presentWorker = ({ seenAt, ...row }: WorkerColumns): ListedWorker => ({
  ...row,
  seenAt: seenAt.toISOString(),
});

const presentFailure = ({ failedAt, mayRetry, ...failure }: FailureColumns): ListedFailure => ({
  ...failure,
  failedAt: failedAt.toISOString(),
  // A turn whose content the provider refused is not retried, because it would be refused again.
  retry:
    mayRetry && !(failure.job === "generate-turn" && isRefusedByProvider(failure))
      ? (RETRY_BY_JOB[failure.job] ?? null)
      : null,
});

const presentProvider = ({
  until,
  errorCode,
  errorDetail: detail,
  errorAt,
  ...rest
}: ProviderColumns): ListedProvider => ({
  ...rest,
  until: until?.toISOString() ?? null,
  lastError:
    errorCode !== null && errorAt ? { code: errorCode, detail, at: errorAt.toISOString() } : null,
});

/**
 * Returns jobs, workers, providers and failures. Reads only the database, so every process returns
 * the same state.
 */
export const getOperations = async ({
  sql,
  env,
}: Pick<Context, "sql" | "env">): Promise<Operations> => {
  const [running, kinds, workers, providers, [spent], [tests], failures] = await Promise.all([
    selectRows<RunningJobColumns>(sql, RUNNING_JOBS_SQL),
    countJobs(sql),
    selectRows<WorkerColumns>(sql, WORKERS_SQL),
    selectRows<ProviderColumns>(sql, PROVIDERS_SQL),
    selectRows<{ price: number }>(sql, SPENT_TODAY_SQL),
    selectRows<{ modelCheckStartedAt: Date | null; judgeAuditVerdicts: number }>(
      sql,
      LAST_TESTS_SQL,
    ),
    selectRows<FailureColumns>(sql, FAILURES_SQL),
  ]);
  return {
    running: running.map(presentRunningJob),
    kinds: kinds.map(presentJobKind),
    workers: workers.map(presentWorker),
    providers: providers.map(presentProvider),
    spending: { price: Math.round(spent?.price ?? 0), perDay: env.spending.perDay },
    modelCheckStartedAt: tests?.modelCheckStartedAt?.toISOString() ?? null,
    judgeAuditVerdicts: tests?.judgeAuditVerdicts ?? 0,
    failures: failures.map(presentFailure),
  };
};
