import type { Claim, NoPlace, ProviderBounds } from "#infra/db/claim-work.ts";
import { noteAnswer, noteFailure } from "#infra/db/provider-health.ts";
import { workThatMayGoOn } from "#infra/db/provider-places.ts";
import type { Sql } from "#infra/db/sql.ts";
import type { Logger } from "#infra/logger.ts";
import { putOffs } from "#infra/metrics/metrics.ts";
import { sparing } from "#infra/sparing.ts";
import type { Enqueue } from "#infra/queue/enqueue.ts";
import { payloadOf } from "#shared/contract/jobs.ts";
import { judgeFor, PROVIDERS, type Provider } from "#shared/domain/provider.ts";
import { ProviderError } from "../llm/provider-error.ts";

/**
 * Limits for claims: the maximum requests per provider, and the judge for each pair of providers.
 */
export const providerBounds = (
  requestsInFlight: number,
  available: readonly Provider[],
): ProviderBounds => {
  const pairs = PROVIDERS.flatMap((botA) => PROVIDERS.map((botB) => [botA, botB] as const));
  const judges = pairs.flatMap(([botA, botB]) => {
    const judge = judgeFor(botA, botB, available);
    return judge === null ? [] : [[`${botA} ${botB}`, judge] as const];
  });
  return { requestsInFlight, judges: Object.fromEntries(judges) };
};

/** Reports outcomes to the circuit breaker and resumes jobs that wait for a provider. */
export interface ProviderWatch {
  bounds: ProviderBounds;
  notePutOff(putOff: NoPlace): void;
  /**
   * Records how an attempt ended, before its job is released. Attempts that sent no request are
   * ignored.
   */
  noteOutcome(claim: Claim, err?: unknown): Promise<void>;
  /** Enqueues jobs that wait for the provider slot that is free now. */
  goOn(claim: Claim): Promise<void>;
}

interface WatchParts {
  sql: Sql;
  enqueue: Enqueue;
  logger: Logger;
  bounds: ProviderBounds;
}

/**
 * Successful jobs cost no extra statement. An answer is only recorded after a failure, and waiting
 * jobs are only looked up if this worker saw one. The reconciler covers the rest.
 */
export const watchProviders = ({ sql, enqueue, logger, bounds }: WatchParts): ProviderWatch => {
  const failing = new Set<Provider>();
  const awaited = new Set<Provider>();

  const outcome = async ({ asked, meter }: Claim, err: unknown): Promise<void> => {
    if (!asked || meter?.usage === null) return;
    if (err !== undefined && !(err instanceof ProviderError)) return;
    const { provider, isProbe, hasFailed } = asked;
    if (err?.isOutage) {
      failing.add(provider);
      const { code, retryAfterMs } = err;
      const isCounted = code !== "rate_limited" || retryAfterMs === undefined;
      if (await noteFailure(sql, provider, { isCounted, retryAfterMs, code }))
        logger.warn({ provider }, "the provider is left alone for a while");
    } else if (hasFailed || failing.has(provider)) {
      await noteAnswer(sql, provider, isProbe);
      failing.delete(provider);
      if (isProbe) awaited.add(provider);
    }
  };

  return {
    bounds,
    notePutOff({ waitsFor }) {
      putOffs.inc({ provider: waitsFor });
      awaited.add(waitsFor);
    },
    noteOutcome: (claim, err) =>
      outcome(claim, err).catch((failure: unknown) =>
        sparing(logger).warn({ err: failure }, "how a provider does could not be noted"),
      ),
    async goOn({ asked }) {
      if (!asked || !awaited.has(asked.provider)) return;
      try {
        const waiting = await workThatMayGoOn(sql, bounds.requestsInFlight, asked.provider);
        if (waiting.length === 0) awaited.delete(asked.provider);
        for (const { job, id, ...when } of waiting) await enqueue(job, payloadOf(job, id), when);
      } catch (err) {
        sparing(logger).warn({ err }, "what waits for a provider could not be looked for");
      }
    },
  };
};
