import type { ClaimedJob, DeferredForProvider, ProviderLimits } from "#infra/db/jobs/claim-job.ts";
import { recordSuccess, recordFailure } from "#infra/db/providers/circuit-breaker.ts";
import { findResumableJobs } from "#infra/db/providers/provider-slots.ts";
import type { Sql } from "#infra/db/sql.ts";
import type { Logger } from "#infra/logger.ts";
import { providerDeferrals } from "#infra/metrics/registry.ts";
import { getThrottledLogger } from "#infra/throttled-logger.ts";
import type { Enqueue } from "#infra/queue/enqueue.ts";
import { buildJobPayload } from "#shared/contract/jobs.ts";
import { selectJudge, PROVIDERS, type Provider } from "#shared/domain/provider.ts";
import { ProviderError } from "../llm/provider-error.ts";

/**
 * Limits for claims: the maximum requests per provider, and the judge for each pair of providers.
 */
export const buildProviderBounds = (
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

/** Reports outcomes to the circuit breaker and resumes jobs that wait for a provider. */
export interface ProviderMonitor {
  bounds: ProviderLimits;
  notePutOff(putOff: DeferredForProvider): void;
  /**
   * Records how an attempt ended, before its job is released. Attempts that sent no request are
   * ignored.
   */
  noteOutcome(claim: ClaimedJob, err?: unknown): Promise<void>;
  /** Enqueues jobs that wait for the provider slot that is free now. */
  goOn(claim: ClaimedJob): Promise<void>;
}

interface ProviderMonitorDeps {
  sql: Sql;
  enqueue: Enqueue;
  logger: Logger;
  bounds: ProviderLimits;
}

/**
 * Successful jobs cost no extra statement. An answer is only recorded after a failure, and waiting
 * jobs are only looked up if this worker saw one. The reconciler covers the rest.
 */
export const createProviderMonitor = ({
  sql,
  enqueue,
  logger,
  bounds,
}: ProviderMonitorDeps): ProviderMonitor => {
  const failing = new Set<Provider>();
  const awaited = new Set<Provider>();

  const outcome = async ({ asked, meter }: ClaimedJob, err: unknown): Promise<void> => {
    if (!asked || meter?.usage === null) return;
    if (err !== undefined && !(err instanceof ProviderError)) return;
    const { provider, isProbe, hasFailed } = asked;
    if (err?.isOutage) {
      failing.add(provider);
      const { code, retryAfterMs } = err;
      const isCounted = code !== "rate_limited" || retryAfterMs === undefined;
      if (await recordFailure(sql, provider, { isCounted, retryAfterMs, code }))
        logger.warn({ provider }, "circuit_breaker.opened");
    } else if (hasFailed || failing.has(provider)) {
      await recordSuccess(sql, provider, isProbe);
      failing.delete(provider);
      if (isProbe) awaited.add(provider);
    }
  };

  return {
    bounds,
    notePutOff({ waitsFor }) {
      providerDeferrals.inc({ provider: waitsFor });
      awaited.add(waitsFor);
    },
    noteOutcome: (claim, err) =>
      outcome(claim, err).catch((failure: unknown) =>
        getThrottledLogger(logger).warn({ err: failure }, "circuit_breaker.write_failed"),
      ),
    async goOn({ asked }) {
      if (!asked || !awaited.has(asked.provider)) return;
      try {
        const waiting = await findResumableJobs(sql, bounds.requestsInFlight, asked.provider);
        if (waiting.length === 0) awaited.delete(asked.provider);
        for (const { job, id, ...when } of waiting)
          await enqueue(job, buildJobPayload(job, id), when);
      } catch (err) {
        getThrottledLogger(logger).warn({ err }, "deferred_jobs.read_failed");
      }
    },
  };
};
