import type { Sql } from "#infra/db/sql.ts";
import {
  type Claim,
  claimWork,
  debateIdOf,
  isOverLimit,
  type OverLimit,
} from "#infra/db/claim-work.ts";
import { findReachedLimitOf } from "#infra/db/spending.ts";
import { noteSpendingPause } from "#infra/operations/spending-pause.ts";
import {
  beat,
  deferWork,
  GIVE_UP_EVERY,
  HEARTBEAT_MS,
  type Hold,
  LostWork,
  releaseWork,
} from "#infra/db/work.ts";
import type { HeldWork } from "#infra/db/workers.ts";
import { type JobName, payloadOf } from "#shared/contract/jobs.ts";
import type { TurnError } from "#shared/contract/turn.ts";
import { bookLostUsage } from "#infra/db/usage.ts";
import type { Logger } from "#infra/logger.ts";
import type { Enqueue } from "#infra/queue/enqueue.ts";
import { type Prices, type SpendingLimits } from "#shared/domain/spending.ts";
import { WORK } from "#infra/db/work-columns.ts";
import type { Announce } from "#infra/realtime/announce.ts";
import type { Tracing } from "#infra/tracing/tracing.ts";
import { Meter } from "../llm/meter.ts";
import type { Pulse } from "../pulse/start-pulse.ts";
import { limitDeferrals, type Outcome } from "#infra/metrics/metrics.ts";
import { countClaim, countEnd } from "./count-attempt.ts";
import { startHeartbeat } from "./heartbeat.ts";
import { nextStep, OUR_FAULT, restOf } from "./retry-policy.ts";
import { beginTrace, endTrace } from "./trace-attempt.ts";
import type { ProviderWatch } from "./watch-providers.ts";
import {
  type Attempt,
  HandedBack,
  msSince,
  Postponed,
  SpendingLimitReached,
  type Work,
} from "./attempt.ts";

export interface WorkRunner {
  /**
   * Claims a job, renews its lease while it runs, and handles failures. Does nothing if another
   * worker holds the lease.
   */
  run<Loaded = undefined>(work: Work<Loaded>): Promise<void>;
}

export interface UnderWay {
  begin(control: AbortController, hold: Hold): void;
  end(control: AbortController): void;
  /** Aborts all jobs with `HandedBack`, so that other workers continue them. */
  handBack(): void;
  list(): HeldWork[];
}

export const createUnderWay = (): UnderWay => {
  const controls = new Map<AbortController, HeldWork>();
  let isStopping = false;
  return {
    begin(control, { job, id, attempt }) {
      controls.set(control, { job, id, attempt, since: new Date().toISOString() });
      if (isStopping) control.abort(new HandedBack());
    },
    end: (control) => void controls.delete(control),
    handBack() {
      isStopping = true;
      for (const control of controls.keys()) control.abort(new HandedBack());
    },
    list: () => [...controls.values()],
  };
};

interface RunnerParts {
  tracing: Tracing;
  /** The trace span that the job follows from. */
  traceparent?: string | undefined;
  prices: Prices;
  limits: SpendingLimits;
  announce: Announce;
  sql: Sql;
  enqueue: Enqueue;
  logger: Logger;
  /** Throttled, because an outage makes all running jobs log at once. */
  outages: Pick<Logger, "warn">;
  providers: ProviderWatch;
  underWay: UnderWay;
  pulse: Pick<Pulse, "begin" | "end">;
}

const takenBy = ({ meter }: Attempt) => {
  if (meter.usage === null) return {};
  const { model, requests, inputTokens, outputTokens, characters } = meter.usage;
  const spoken = characters > 0 ? { charactersSpoken: characters } : { inputTokens, outputTokens };
  return { model, requests, ...spoken };
};

export const createWorkRunner = ({
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
}: RunnerParts): WorkRunner => {
  const release = async (held: Attempt, failed: boolean, delayMs = 0) => {
    const { job, id, attempt } = held;
    await releaseWork(sql, held, { failed, delayMs });
    await enqueue(job, payloadOf(job, id), { attempt, delayMs });
  };

  const notePause = async (job: JobName, { waitsFor, debateId }: OverLimit) => {
    limitDeferrals.inc({ limit: waitsFor, work: job });
    if (debateId === null) return;
    const paused = await noteSpendingPause(sql, debateId, waitsFor);
    if (paused) announce.debateUpdated(paused);
  };

  /**
   * For the attempt's meter: throws if a limit is reached, including what the attempt itself has
   * spent.
   */
  const requireBudget =
    ({ job, id, about }: Claim) =>
    async (spent: number): Promise<void> => {
      if (!WORK[job].isPaid) return;
      const reached = await findReachedLimitOf(sql, limits, debateIdOf(job, id, about), spent);
      if (reached) throw new SpendingLimitReached(reached);
    };

  const giveUp = async <Loaded>(work: Work<Loaded>, attempt: Attempt<Loaded>, error: TurnError) => {
    attempt.failure = error;
    if (work.giveUp) await work.giveUp(attempt, error);
    else await release(attempt, true, restOf(attempt.failures));
  };

  const afterFailure = async <Loaded>(
    work: Work<Loaded>,
    attempt: Attempt<Loaded>,
    err: unknown,
  ): Promise<Outcome> => {
    if (err instanceof LostWork) throw err;
    await providers.noteOutcome(attempt, err);
    if (err instanceof HandedBack) {
      await release(attempt, false);
      return "handed_back";
    }
    if (err instanceof Postponed) {
      await release(attempt, false, err.delayMs);
      return "postponed";
    }
    if (err instanceof SpendingLimitReached) {
      const { job, id, about } = attempt;
      await deferWork(sql, attempt, err.limit);
      await notePause(job, { waitsFor: err.limit, debateId: debateIdOf(job, id, about) });
      return "postponed";
    }
    const step = nextStep(err, attempt);
    if (step.kind === "retry") {
      attempt.logger.warn({ err, delayMs: step.delayMs }, "the attempt failed");
      await release(attempt, true, step.delayMs);
      return "retried";
    }
    attempt.logger.error({ err }, "the work failed for good");
    await giveUp(work, attempt, step.error);
    return "failed";
  };

  const attemptOnce = async <Loaded>(
    work: Work<Loaded>,
    attempt: Attempt<Loaded>,
    isFresh: boolean,
  ): Promise<{ outcome: Outcome; err?: unknown }> => {
    const { signal, logger: log, startedAt } = attempt;
    try {
      signal.throwIfAborted();
      // A claim that took longer than a heartbeat may already be lost to another worker.
      if (!isFresh) await beat(sql, attempt);
      const isEndless = attempt.attempt % GIVE_UP_EVERY === 0 || (attempt.requestsLeft ?? 0) < 0;
      if (isEndless && work.giveUp) {
        log.error("the work never comes to an end");
        await giveUp(work, attempt, OUR_FAULT);
        return { outcome: "failed" };
      }
      await work.run(attempt);
      await providers.noteOutcome(attempt);
      log.info({ ms: msSince(startedAt), ...takenBy(attempt) }, "done");
      return { outcome: "done" };
    } catch (thrown) {
      const err: unknown = signal.aborted ? signal.reason : thrown;
      return { outcome: await afterFailure(work, attempt, err), err };
    }
  };

  return {
    async run<Loaded>(work: Work<Loaded>) {
      const { job, id, loads } = work;
      const askedAt = performance.now();
      const hold = await claimWork<Loaded>(sql, job, id, { bounds: providers.bounds, loads });
      if (!hold) return;
      if ("waitsFor" in hold)
        return isOverLimit(hold) ? notePause(job, hold) : providers.notePutOff(hold);
      const control = new AbortController();
      underWay.begin(control, hold);
      pulse.begin(hold);
      countClaim(hold);
      const { attempt: n, about, waitedMs, isTakenOver } = hold;
      const log = logger.child({ job, ...payloadOf(job, id), ...about, attempt: n });
      const waited = Math.max(0, Math.round(waitedMs));
      log.info({ waitedMs: waited, ...(isTakenOver && { isTakenOver }) }, "claimed");
      const meter = new Meter(prices, requireBudget(hold));
      const startedAt = performance.now();
      const isFresh = startedAt - askedAt < HEARTBEAT_MS;
      const trace = beginTrace(tracing, hold, traceparent);
      const attempt = { ...hold, signal: control.signal, logger: log, meter, startedAt, trace };
      const heartbeat = startHeartbeat(
        () => work.beat?.(attempt) ?? beat(sql, hold),
        () => control.abort(new LostWork()),
        outages,
      );
      try {
        const { outcome, err } = await attemptOnce(work, attempt, isFresh);
        countEnd(attempt, outcome, err);
        endTrace(attempt, outcome, err);
      } catch (err) {
        if (!(err instanceof LostWork)) throw err;
        countEnd(attempt, "lost", err);
        endTrace(attempt, "lost", err);
        log.info("the work was lost to another attempt, or deleted");
        const { usage } = meter;
        if (usage) await bookLostUsage(sql, hold, usage);
      } finally {
        heartbeat.stop();
        pulse.end(hold);
        underWay.end(control);
      }
      await providers.goOn(hold);
    },
  };
};
