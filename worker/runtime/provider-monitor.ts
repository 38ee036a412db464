import type { DeferredForProvider, ProviderLimits } from "#infra/db/jobs/claim-job.ts";
import type { JobLease } from "#infra/db/jobs/job-lease.ts";
import { recordError, recordFailure, recordSuccess } from "#infra/db/providers/circuit-breaker.ts";
import { findResumableJobs } from "#infra/db/providers/provider-slots.ts";
import type { Sql } from "#infra/db/sql.ts";
import type { Logger } from "#infra/logger.ts";
import { providerDeferrals } from "#infra/metrics/registry.ts";
import { getThrottledLogger } from "#infra/throttled-logger.ts";
import type { Enqueue } from "#infra/queue/enqueue.ts";
import type { TurnErrorCode } from "#shared/contract/debates/turn.ts";
import { buildJobPayload } from "#shared/contract/jobs.ts";
import { selectJudge, PROVIDERS, type Provider } from "#shared/domain/provider.ts";
import { ProviderError } from "../llm/provider-error.ts";

/**
 * Builds the limits that apply when a worker takes a job: the maximum concurrent requests per
 * provider, and which provider judges each pair of debaters.
 */
export const buildProviderLimits = (
  requestsInFlight: number,
  available: readonly Provider[],
): ProviderLimits => {
  const pairs = PROVIDERS.flatMap((botA) => PROVIDERS.map((botB) => [botA, botB] as const));
  const judges = pairs.flatMap(([botA, botB]) => {
    const judge = selectJudge(botA, botB, available);
    return judge === null ? [] : [[`${botA} ${botB}`, judge] as const];
  });
  return { requestsInFlight, judges: Object.fromEntries(judges) };
};

/** Errors that depend on the text, so they do not count against the provider. */
const DEPENDS_ON_TEXT: ReadonlySet<TurnErrorCode> = new Set(["refused", "too_long"]);

/** Reports outcomes to the circuit breaker and resumes jobs that wait for a provider. */
export interface ProviderMonitor {
  providerLimits: ProviderLimits;
  recordDeferral(deferred: DeferredForProvider): void;
  /**
   * Reports how an attempt ended to the circuit breaker; call it before the job is released.
   * Ignores attempts that sent no request.
   */
  recordOutcome(lease: JobLease, err?: unknown): Promise<void>;
  /** Call this after an attempt: it enqueues jobs that waited for the attempt's provider. */
  resumeWaitingJobs(lease: JobLease): Promise<void>;
}

interface ProviderMonitorDeps {
  sql: Sql;
  enqueue: Enqueue;
  logger: Logger;
  providerLimits: ProviderLimits;
}

/**
 * Creates the monitor. It makes successful jobs no slower: a success is only recorded after a
 * failure, and waiting jobs are only looked up if this worker has deferred one. The reconciler
 * finds jobs that other workers deferred.
 */
export const createProviderMonitor = ({
  sql,
  enqueue,
  logger,
  providerLimits,
}: ProviderMonitorDeps): ProviderMonitor => {
  const failingProviders = new Set<Provider>();
  const awaited = new Set<Provider>();

  const writeOutcome = async ({ slot, meter }: JobLease, err: unknown): Promise<void> => {
    if (!slot || meter?.usage === null) return;
    if (err !== undefined && !(err instanceof ProviderError)) return;
    const { provider, isProbe, hasRecentFailures } = slot;
    if (err?.isOutage) {
      failingProviders.add(provider);
      const { code, detail, retryAfterMs } = err;
      const isCounted = code !== "rate_limited" || retryAfterMs === undefined;
      if (await recordFailure(sql, provider, { isCounted, retryAfterMs, code, detail }))
        logger.warn({ provider }, "circuit_breaker.opened");
      return;
    }
    if (hasRecentFailures || failingProviders.has(provider)) {
      await recordSuccess(sql, provider, isProbe);
      failingProviders.delete(provider);
      if (isProbe) awaited.add(provider);
    }
    if (err && !DEPENDS_ON_TEXT.has(err.code)) await recordError(sql, provider, err);
  };

  return {
    providerLimits,
    recordDeferral({ deferredFor }) {
      providerDeferrals.inc({ provider: deferredFor });
      awaited.add(deferredFor);
    },
    recordOutcome: (lease, err) =>
      writeOutcome(lease, err).catch((failure: unknown) =>
        getThrottledLogger(logger).warn({ err: failure }, "circuit_breaker.write_failed"),
      ),
    async resumeWaitingJobs({ slot }) {
      if (!slot || !awaited.has(slot.provider)) return;
      try {
        const waiting = await findResumableJobs(
          sql,
          providerLimits.requestsInFlight,
          slot.provider,
        );
        if (waiting.length === 0) awaited.delete(slot.provider);
        for (const { job, id, ...when } of waiting)
          await enqueue(job, buildJobPayload(job, id), when);
      } catch (err) {
        getThrottledLogger(logger).warn({ err }, "deferred_jobs.read_failed");
      }
    },
  };
};
