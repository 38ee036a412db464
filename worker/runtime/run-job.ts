import type { Sql } from "#infra/db/sql.ts";
import {
  type ClaimedJob,
  claimJob,
  getDebateId,
  isDeferredForBudget,
  type DeferredForBudget,
} from "#infra/db/jobs/claim-job.ts";
import { findReachedLimitOfDebate } from "#infra/db/providers/spending-limits.ts";
import { pauseDebateForSpending } from "#infra/services/debates/spending-pause.ts";
import {
  renewLease,
  deferJob,
  MAX_ATTEMPTS,
  HEARTBEAT_INTERVAL_MS,
  type JobLease,
  LeaseLostError,
  releaseJob,
} from "#infra/db/jobs/job-lease.ts";
import type { RunningJob } from "#infra/db/jobs/worker-registry.ts";
import { type JobName, buildJobPayload } from "#shared/contract/jobs.ts";
import type { TurnError } from "#shared/contract/debates/turn.ts";
import { recordLostUsage } from "#infra/db/providers/usage.ts";
import type { Logger } from "#infra/logger.ts";
import type { Enqueue } from "#infra/queue/enqueue.ts";
import { type ModelPrices, type SpendingLimits } from "#shared/domain/billing/spending.ts";
import { JOB_TABLES } from "#infra/db/jobs/job-tables.ts";
import type { EventPublisher } from "#infra/realtime/event-publisher.ts";
import type { ProcessTracer } from "#infra/tracing/tracer.ts";
import { AttemptMeter } from "../llm/usage-meter.ts";
import type { HeartbeatThread } from "./heartbeat/start-heartbeat-thread.ts";
import {
  spendingLimitDeferrals,
  toJobLabels,
  type AttemptOutcome,
} from "#infra/metrics/registry.ts";
import { recordClaimMetrics, recordAttemptMetrics } from "./attempt-metrics.ts";
import { startHeartbeat } from "./heartbeat/heartbeat.ts";
import { decideRetry, INTERNAL_ERROR, longBackoffMs } from "./retry-policy.ts";
import { startAttemptTrace, endAttemptTrace } from "./attempt-trace.ts";
import type { ProviderMonitor } from "./provider-monitor.ts";
import {
  type JobAttempt,
  ReleasedOnShutdown,
  msSince,
  JobDeferredError,
  SpendingLimitReached,
  type JobTask,
} from "./job-attempt.ts";

export interface JobRunner {
  /**
   * Claims a job, renews its lease while it runs, and handles failures. Does nothing if another
   * worker holds the lease.
   */
  run<Loaded = undefined>(work: JobTask<Loaded>): Promise<void>;
}

export interface InFlightJobs {
  begin(control: AbortController, hold: JobLease): void;
  end(control: AbortController): void;
  /** Aborts all jobs with `ReleasedOnShutdown`, so that other workers continue them. */
  handBack(): void;
  list(): RunningJob[];
}

export const createInFlightJobs = (): InFlightJobs => {
  const controls = new Map<AbortController, RunningJob>();
  let isStopping = false;
  return {
    begin(control, { job, id, attempt }) {
      controls.set(control, { job, id, attempt, since: new Date().toISOString() });
      if (isStopping) control.abort(new ReleasedOnShutdown());
    },
    end: (control) => void controls.delete(control),
    handBack() {
      isStopping = true;
      for (const control of controls.keys()) control.abort(new ReleasedOnShutdown());
    },
    list: () => [...controls.values()],
  };
};

interface JobRunnerDeps {
  tracing: ProcessTracer;
  /** The trace span that the job follows from. */
  traceparent?: string | undefined;
  prices: ModelPrices;
  limits: SpendingLimits;
  announce: EventPublisher;
  sql: Sql;
  enqueue: Enqueue;
  logger: Logger;
  /** Throttled, because an outage makes all running jobs log at once. */
  outages: Pick<Logger, "warn">;
  providers: ProviderMonitor;
  underWay: InFlightJobs;
  pulse: Pick<HeartbeatThread, "begin" | "end">;
}

const usageLogFields = ({ meter }: JobAttempt) => {
  if (meter.usage === null) return {};
  const { model, requests, inputTokens, outputTokens, characters } = meter.usage;
  const spoken = characters > 0 ? { charactersSpoken: characters } : { inputTokens, outputTokens };
  return { model, requests, ...spoken };
};

export const createJobRunner = ({
  tracing,
  traceparent,
  prices,
  limits,
  announce,
  sql,
  enqueue,
  logger,
  outages,
  providers,
  underWay,
  pulse,
}: JobRunnerDeps): JobRunner => {
  const release = async (held: JobAttempt, failed: boolean, delayMs = 0) => {
    const { job, id, attempt } = held;
    await releaseJob(sql, held, { failed, delayMs });
    await enqueue(job, buildJobPayload(job, id), { attempt, delayMs });
  };

  const notePause = async (job: JobName, { waitsFor, debateId }: DeferredForBudget) => {
    spendingLimitDeferrals.inc({ limit: waitsFor, ...toJobLabels(job) });
    if (debateId === null) return;
    const paused = await pauseDebateForSpending(sql, debateId, waitsFor);
    if (paused) announce.debateUpdated(paused);
  };

  /**
   * For the attempt's meter: throws if a limit is reached, including what the attempt itself has
   * spent.
   */
  const requireBudget =
    ({ job, id, about }: ClaimedJob) =>
    async (spent: number): Promise<void> => {
      if (!JOB_TABLES[job].isPaid) return;
      const reached = await findReachedLimitOfDebate(
        sql,
        limits,
        getDebateId(job, id, about),
        spent,
      );
      if (reached) throw new SpendingLimitReached(reached);
    };

  const giveUp = async <Loaded>(
    work: JobTask<Loaded>,
    attempt: JobAttempt<Loaded>,
    error: TurnError,
  ) => {
    attempt.failure = error;
    if (work.giveUp) await work.giveUp(attempt, error);
    else await release(attempt, true, longBackoffMs(attempt.failures));
  };

  const afterFailure = async <Loaded>(
    work: JobTask<Loaded>,
    attempt: JobAttempt<Loaded>,
    err: unknown,
  ): Promise<AttemptOutcome> => {
    if (err instanceof LeaseLostError) throw err;
    await providers.noteOutcome(attempt, err);
    if (err instanceof ReleasedOnShutdown) {
      await release(attempt, false);
      return "released";
    }
    if (err instanceof JobDeferredError) {
      await release(attempt, false, err.delayMs);
      return "deferred";
    }
    if (err instanceof SpendingLimitReached) {
      const { job, id, about } = attempt;
      await deferJob(sql, attempt, err.limit);
      await notePause(job, { waitsFor: err.limit, debateId: getDebateId(job, id, about) });
      return "deferred";
    }
    const step = decideRetry(err, attempt);
    if (step.kind === "retry") {
      attempt.logger.warn({ err, delayMs: step.delayMs }, "job.attempt_failed");
      await release(attempt, true, step.delayMs);
      return "retried";
    }
    attempt.logger.error({ err }, "job.failed");
    await giveUp(work, attempt, step.error);
    return "failed";
  };

  const attemptOnce = async <Loaded>(
    work: JobTask<Loaded>,
    attempt: JobAttempt<Loaded>,
    isFresh: boolean,
  ): Promise<{ outcome: AttemptOutcome; err?: unknown }> => {
    const { signal, logger: log, startedAt } = attempt;
    try {
      signal.throwIfAborted();
      // A claim that took longer than a heartbeat may already be lost to another worker.
      if (!isFresh) await renewLease(sql, attempt);
      const isEndless = attempt.attempt % MAX_ATTEMPTS === 0 || (attempt.requestsLeft ?? 0) < 0;
      if (isEndless && work.giveUp) {
        log.error("job.given_up");
        await giveUp(work, attempt, INTERNAL_ERROR);
        return { outcome: "failed" };
      }
      await work.run(attempt);
      await providers.noteOutcome(attempt);
      log.info({ ms: msSince(startedAt), ...usageLogFields(attempt) }, "job.completed");
      return { outcome: "completed" };
    } catch (thrown) {
      const err: unknown = signal.aborted ? signal.reason : thrown;
      return { outcome: await afterFailure(work, attempt, err), err };
    }
  };

  return {
    async run<Loaded>(work: JobTask<Loaded>) {
      const { job, id, loads } = work;
      const askedAt = performance.now();
      const hold = await claimJob<Loaded>(sql, job, id, { bounds: providers.bounds, loads });
      if (!hold) return;
      if ("waitsFor" in hold)
        return isDeferredForBudget(hold) ? notePause(job, hold) : providers.notePutOff(hold);
      const control = new AbortController();
      underWay.begin(control, hold);
      pulse.begin(hold);
      recordClaimMetrics(hold);
      const { attempt: n, about, waitedMs, isTakenOver } = hold;
      const log = logger.child({ job, ...buildJobPayload(job, id), ...about, attempt: n });
      const waited = Math.max(0, Math.round(waitedMs));
      log.info({ waitedMs: waited, ...(isTakenOver && { isTakenOver }) }, "job.claimed");
      const meter = new AttemptMeter(prices, requireBudget(hold));
      const startedAt = performance.now();
      const isFresh = startedAt - askedAt < HEARTBEAT_INTERVAL_MS;
      const trace = startAttemptTrace(tracing, hold, traceparent);
      const attempt = { ...hold, signal: control.signal, logger: log, meter, startedAt, trace };
      const heartbeat = startHeartbeat(
        () => work.beat?.(attempt) ?? renewLease(sql, hold),
        () => control.abort(new LeaseLostError()),
        outages,
      );
      try {
        const { outcome, err } = await attemptOnce(work, attempt, isFresh);
        recordAttemptMetrics(attempt, outcome, err);
        endAttemptTrace(attempt, outcome, err);
      } catch (err) {
        if (!(err instanceof LeaseLostError)) throw err;
        recordAttemptMetrics(attempt, "lease_lost", err);
        endAttemptTrace(attempt, "lease_lost", err);
        log.info("job.lease_lost");
        const { usage } = meter;
        if (usage) await recordLostUsage(sql, hold, usage);
      } finally {
        heartbeat.stop();
        pulse.end(hold);
        underWay.end(control);
      }
      await providers.goOn(hold);
    },
  };
};
