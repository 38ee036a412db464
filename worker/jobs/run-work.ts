import type { Sql } from "#infra/db/sql.ts";
import { claimWork } from "#infra/db/claim-work.ts";
import { beat, GIVE_UP_EVERY, LostWork, releaseWork } from "#infra/db/work.ts";
import { payloadOf } from "#shared/contract/jobs.ts";
import { bookLostUsage } from "#infra/db/usage.ts";
import type { Logger } from "#infra/logger.ts";
import type { Enqueue } from "#infra/queue/enqueue.ts";
import type { Prices } from "#shared/domain/spending.ts";
import { Meter } from "../llm/meter.ts";
import type { Pulse } from "../pulse/start-pulse.ts";
import { startHeartbeat } from "./heartbeat.ts";
import { nextStep, OUR_FAULT } from "./retry-policy.ts";
import type { ProviderWatch } from "./watch-providers.ts";
import { type Attempt, HandedBack, msSince, Postponed, type Work } from "./work.ts";

export interface WorkRunner {
  /** Claims the work, keeps it alive, and decides what a failure means. Does nothing if it is held. */
  run(work: Work): Promise<void>;
}

/** All that a process is doing. */
export interface UnderWay {
  begin(control: AbortController): void;
  end(control: AbortController): void;
  /** Stops everything under way and gives it to other workers. */
  handBack(): void;
}

export const createUnderWay = (): UnderWay => {
  const controls = new Set<AbortController>();
  let isStopping = false;
  return {
    begin(control) {
      controls.add(control);
      if (isStopping) control.abort(new HandedBack());
    },
    end: (control) => void controls.delete(control),
    handBack() {
      isStopping = true;
      for (const control of controls) control.abort(new HandedBack());
    },
  };
};

interface RunnerParts {
  prices: Prices;
  sql: Sql;
  enqueue: Enqueue;
  /** For what the work comes to, */
  logger: Logger;
  /** and for what everything under way says at once. */
  outages: Pick<Logger, "warn">;
  providers: ProviderWatch;
  underWay: UnderWay;
  pulse: Pick<Pulse, "begin" | "end">;
}

/** What the log tells of what an attempt took of a model. */
const takenBy = ({ meter }: Attempt) => {
  if (meter.usage === null) return {};
  const { model, requests, inputTokens, outputTokens, characters } = meter.usage;
  const spoken = characters > 0 ? { charactersSpoken: characters } : { inputTokens, outputTokens };
  return { model, requests, ...spoken };
};

export const createWorkRunner = ({
  prices,
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

  const afterFailure = async (work: Work, attempt: Attempt, err: unknown): Promise<void> => {
    if (err instanceof LostWork) throw err;
    await providers.noteOutcome(attempt, err);
    if (err instanceof HandedBack) return release(attempt, false);
    if (err instanceof Postponed) return release(attempt, false, err.delayMs);
    const step = nextStep(err, attempt);
    if (step.kind === "retry") {
      attempt.logger.warn({ err, delayMs: step.delayMs }, "the attempt failed");
      return release(attempt, true, step.delayMs);
    }
    attempt.logger.error({ err }, "the work failed for good");
    await work.giveUp(attempt, step.error);
  };

  const attemptOnce = async (work: Work, attempt: Attempt): Promise<void> => {
    const { signal, logger: log, startedAt } = attempt;
    try {
      signal.throwIfAborted();
      if (attempt.attempt % GIVE_UP_EVERY === 0 || (attempt.requestsLeft ?? 0) < 0) {
        log.error("the work never comes to an end");
        return await work.giveUp(attempt, OUR_FAULT);
      }
      await work.run(attempt);
      await providers.noteOutcome(attempt);
      log.info({ ms: msSince(startedAt), ...takenBy(attempt) }, "done");
    } catch (err) {
      await afterFailure(work, attempt, signal.aborted ? signal.reason : err);
    }
  };

  return {
    async run(work) {
      const { job, id } = work;
      const hold = await claimWork(sql, job, id, providers.bounds);
      if (!hold) return;
      if ("waitsFor" in hold) return providers.notePutOff(hold);
      const control = new AbortController();
      underWay.begin(control);
      pulse.begin(hold);
      const { attempt: n, about, waitedMs } = hold;
      const log = logger.child({ job, ...payloadOf(job, id), ...about, attempt: n });
      log.info({ waitedMs: Math.max(0, Math.round(waitedMs)) }, "claimed");
      const meter = new Meter(prices);
      const startedAt = performance.now();
      const attempt = { ...hold, signal: control.signal, logger: log, meter, startedAt };
      const heartbeat = startHeartbeat(
        () => work.beat?.(attempt) ?? beat(sql, hold),
        () => control.abort(new LostWork()),
        outages,
      );
      try {
        await attemptOnce(work, attempt);
      } catch (err) {
        if (!(err instanceof LostWork)) throw err;
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
