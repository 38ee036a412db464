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

/** What all workers have to know of the providers that this one can ask. */
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

/** Tells the rows how providers do, and has what waits for them go on. */
export interface ProviderWatch {
  bounds: ProviderBounds;
  /** Some work could not begin. */
  notePutOff(putOff: NoPlace): void;
  /**
   * An attempt ended, with this error or none; before the work is given back. Of a provider that it has
   * not asked, that tells nothing.
   */
  noteOutcome(claim: Claim, err?: unknown): Promise<void>;
  /** A place is free. */
  goOn(claim: Claim): Promise<void>;
}

interface WatchParts {
  sql: Sql;
  enqueue: Enqueue;
  logger: Logger;
  bounds: ProviderBounds;
}

/**
 * Costs work that goes well nothing: only where a provider has failed does an answer of it have to be
 * noted, and only where this worker has seen some work wait is more of it looked for at once. What
 * only others know of, the reconciler finds.
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
