import type { Sql } from "#infra/db/sql.ts";
import {
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
import type { EventPublisher } from "#infra/realtime/event-publisher.ts";
import type { ProcessTracer } from "#infra/tracing/tracer.ts";
import { ProviderError } from "../llm/provider-error.ts";
import { AttemptMeter } from "../llm/usage-meter.ts";
import type { HeartbeatThread } from "./heartbeat/start-heartbeat-thread.ts";
import {
  spendingLimitDeferrals,
  toJobLabels,
  type AttemptOutcome,
} from "#infra/metrics/registry.ts";
import { recordClaimMetrics, recordAttemptMetrics } from "./attempt-metrics.ts";
import { startHeartbeat } from "./heartbeat/heartbeat.ts";
import { decideRateLimitWait, decideRetry, INTERNAL_ERROR, longBackoffMs } from "./retry-policy.ts";
import { startAttemptTrace, endAttemptTrace } from "./attempt-trace.ts";
import type { ProviderMonitor } from "./provider-monitor.ts";
import {
  type ActiveLease,
  ReleasedOnShutdown,
  msSince,
  JobDeferredError,
  RepeatRequestedError,
  SpendingLimitReached,
  type JobTask,
} from "./job-task.ts";

export interface JobRunner {
  /**
   * Claims a job, renews its lease while it runs, and handles failures. Does nothing if another
   * worker holds the lease.
   */
  run<Loaded = undefined>(task: JobTask<Loaded>): Promise<void>;
}

export interface InFlightJobs {
  begin(control: AbortController, lease: JobLease): void;
  end(control: AbortController): void;
  /** Aborts all jobs with `ReleasedOnShutdown`, so that other workers continue them. */
  releaseAll(): void;
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
    releaseAll() {
      isStopping = true;
      for (const control of controls.keys()) control.abort(new ReleasedOnShutdown());
    },
    list: () => [...controls.values()],
  };
};

interface JobRunnerDeps {
  tracing: ProcessTracer;
  /** W3C `traceparent` of the HTTP request that caused the job. */
  traceparent?: string | undefined;
  prices: ModelPrices;
  limits: SpendingLimits;
  announce: EventPublisher;
  sql: Sql;
  enqueue: Enqueue;
  logger: Logger;
  /** Throttled, because an outage makes all running jobs log at once. */
  throttledLogger: Pick<Logger, "warn">;
  providers: ProviderMonitor;
  inFlight: InFlightJobs;
  heartbeatThread: Pick<HeartbeatThread, "begin" | "end">;
}

const usageLogFields = ({ meter }: ActiveLease) => {
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
  throttledLogger,
  providers,
  inFlight,
  heartbeatThread,
}: JobRunnerDeps): JobRunner => {
  const release = async (
    lease: ActiveLease,
    failed: boolean,
    delayMs = 0,
    resetsAttempts = false,
  ) => {
    const { job, id } = lease;
    const attempt = await releaseJob(sql, lease, { failed, delayMs, resetsAttempts });
    await enqueue(job, buildJobPayload(job, id), { attempt, delayMs });
  };

  const pauseForSpending = async (job: JobName, { deferredFor, debateId }: DeferredForBudget) => {
    spendingLimitDeferrals.inc({ limit: deferredFor, ...toJobLabels(job) });
    if (debateId === null) return;
    const paused = await pauseDebateForSpending(sql, debateId, deferredFor);
    if (paused) announce.debateUpdated(paused);
  };

  /**
   * Returns a function that is called before each further request of the attempt. It throws
   * `SpendingLimitReached` if a daily limit is reached. `spent` is what this attempt has spent so
   * far, in millionths of a dollar.
   */
  const requireBudget =
    ({ job, id, subject }: JobLease) =>
    async (spent: number): Promise<void> => {
      const reached = await findReachedLimitOfDebate(
        sql,
        limits,
        getDebateId(job, id, subject),
        spent,
      );
      if (reached) throw new SpendingLimitReached(reached);
    };

  const giveUp = async <Loaded>(
    task: JobTask<Loaded>,
    lease: ActiveLease<Loaded>,
    error: TurnError,
  ) => {
    lease.failure = error;
    if (task.giveUp) await task.giveUp(lease, error);
    else await release(lease, true, longBackoffMs(lease.failures));
  };

  const afterFailure = async <Loaded>(
    task: JobTask<Loaded>,
    lease: ActiveLease<Loaded>,
    err: unknown,
  ): Promise<AttemptOutcome> => {
    if (err instanceof LeaseLostError) throw err;
    if (err instanceof RepeatRequestedError) {
      await providers.recordOutcome(lease);
      await release(lease, false);
      return "repeated";
    }
    await providers.recordOutcome(lease, err);
    if (err instanceof ReleasedOnShutdown) {
      await release(lease, false);
      return "released";
    }
    if (err instanceof JobDeferredError) {
      await release(lease, false, err.delayMs);
      return "deferred";
    }
    if (err instanceof SpendingLimitReached) {
      const { job, id, subject } = lease;
      await deferJob(sql, lease, err.limit);
      await pauseForSpending(job, {
        deferredFor: err.limit,
        debateId: getDebateId(job, id, subject),
      });
      return "deferred";
    }
    const hasProgressed = task.hasProgressed?.();
    const limited =
      hasProgressed === undefined ? null : decideRateLimitWait(err, lease, hasProgressed);
    const decision = limited ?? { isFailure: true, ...decideRetry(err, lease) };
    if (decision.kind === "retry") {
      const { delayMs, isFailure } = decision;
      lease.logger.warn({ err, delayMs }, "job.attempt_failed");
      lease.failureKey = err instanceof ProviderError ? err.failureKey : undefined;
      await release(lease, isFailure, delayMs, limited !== null && hasProgressed);
      if (err instanceof ProviderError) task.announceRetry?.(lease, err.code, delayMs);
      return "retried";
    }
    lease.logger.error({ err }, "job.failed");
    await giveUp(task, lease, decision.error);
    return "failed";
  };

  const attemptOnce = async <Loaded>(
    task: JobTask<Loaded>,
    lease: ActiveLease<Loaded>,
    isFresh: boolean,
  ): Promise<{ outcome: AttemptOutcome; err?: unknown }> => {
    const { signal, logger: log, startedAt } = lease;
    try {
      signal.throwIfAborted();
      // If the claim took longer than a heartbeat interval, another worker may already have the
      // lease. The renewal then throws.
      if (!isFresh) await renewLease(sql, lease);
      const hasNoAttemptsLeft = lease.attempt % MAX_ATTEMPTS === 0 || (lease.requestsLeft ?? 0) < 0;
      if (hasNoAttemptsLeft && task.giveUp) {
        log.error("job.given_up");
        await giveUp(task, lease, INTERNAL_ERROR);
        return { outcome: "failed" };
      }
      await task.run(lease);
      await providers.recordOutcome(lease);
      log.info({ ms: msSince(startedAt), ...usageLogFields(lease) }, "job.completed");
      return { outcome: "completed" };
    } catch (thrown) {
      const err: unknown = signal.aborted ? signal.reason : thrown;
      return { outcome: await afterFailure(task, lease, err), err };
    }
  };

  return {
    async run<Loaded>(task: JobTask<Loaded>) {
      const { job, id, preload } = task;
      const claimedAt = performance.now();
      const { providerLimits } = providers;
      const claimed = await claimJob<Loaded>(sql, job, id, { providerLimits, preload });
      if (!claimed) return;
      if ("deferredFor" in claimed)
        return isDeferredForBudget(claimed)
          ? pauseForSpending(job, claimed)
          : providers.recordDeferral(claimed);
      const control = new AbortController();
      recordClaimMetrics(claimed);
      const { attempt, subject, waitedMs, isTakenOver } = claimed;
      const log = logger.child({ job, ...buildJobPayload(job, id), ...subject, attempt });
      const waited = Math.max(0, Math.round(waitedMs));
      log.info({ waitedMs: waited, ...(isTakenOver && { isTakenOver }) }, "job.claimed");
      const startedAt = performance.now();
      const isFresh = startedAt - claimedAt < HEARTBEAT_INTERVAL_MS;
      const lease: ActiveLease<Loaded> = {
        ...claimed,
        signal: control.signal,
        logger: log,
        meter: new AttemptMeter(prices, requireBudget(claimed)),
        startedAt,
        trace: startAttemptTrace(tracing, claimed, traceparent),
      };
      inFlight.begin(control, lease);
      heartbeatThread.begin(lease);
      const heartbeat = startHeartbeat(
        () => task.renew?.(lease) ?? renewLease(sql, lease),
        () => control.abort(new LeaseLostError()),
        throttledLogger,
      );
      try {
        const { outcome, err } = await attemptOnce(task, lease, isFresh);
        recordAttemptMetrics(lease, outcome, err);
        endAttemptTrace(lease, outcome, err);
      } catch (err) {
        if (!(err instanceof LeaseLostError)) throw err;
        recordAttemptMetrics(lease, "lease_lost", err);
        endAttemptTrace(lease, "lease_lost", err);
        log.info("job.lease_lost");
        const { usage } = lease.meter;
        if (usage) await recordLostUsage(sql, lease, usage);
      } finally {
        heartbeat.stop();
        heartbeatThread.end(lease);
        inFlight.end(control);
      }
      await providers.resumeWaitingJobs(lease);
    },
  };
};
