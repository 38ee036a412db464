import type { DataSource } from "typeorm";
import type { JobName } from "#shared/contract/jobs.ts";
import type { TurnError } from "#shared/contract/turn.ts";
import { beat, claimWork, type Claim, releaseWork } from "#infra/db/work.ts";
import type { Logger } from "#infra/logger.ts";
import type { Enqueue } from "#infra/queue/enqueue.ts";
import { ProviderError } from "../llm/provider-error.ts";
import { enqueueAgain } from "./enqueue-again.ts";
import { startHeartbeat } from "./heartbeat.ts";
import { nextStep, OUR_FAULT } from "./retry-policy.ts";

/** Work that ends its worker every time is given up at each of these attempts. */
const GIVE_UP_EVERY = 25;

/** Another attempt holds the work, or its row is gone: nothing of this one may be written. */
export class LostWork extends Error {
  override readonly name = "LostWork";
}

/** The process is stopping: another worker goes on. */
class HandedBack extends Error {
  override readonly name = "HandedBack";
}

export interface Attempt extends Claim {
  /** Aborted when the work is lost or has to be handed back. */
  signal: AbortSignal;
  logger: Logger;
}

/** One delivery of a job. */
export interface Work {
  job: JobName;
  id: number;
  /** Does it, and marks it done in a write that carries the attempt. */
  run(attempt: Attempt): Promise<void>;
  /** Marks it failed for good, in a write that carries the attempt. */
  giveUp(attempt: Attempt, error: TurnError): Promise<void>;
  /** Says that the attempt is alive, where there is more to say than that. */
  beat?(attempt: Attempt): Promise<boolean>;
}

export interface WorkRunner {
  /** Claims the work, keeps it alive, and decides what a failure means. Does nothing if it is held. */
  run(work: Work): Promise<void>;
  /** Stops everything under way and gives it to other workers. */
  handBack(): void;
}

export const createWorkRunner = ({
  db,
  enqueue,
  logger,
}: {
  db: DataSource;
  enqueue: Enqueue;
  logger: Logger;
}): WorkRunner => {
  const underWay = new Set<AbortController>();
  let isStopping = false;

  const release = async ({ job, id }: Work, { attempt }: Attempt, failed: boolean, delayMs = 0) => {
    if (await releaseWork(db, job, id, attempt, { failed, delayMs }))
      await enqueueAgain(enqueue, job, id, { attempt, delayMs });
  };

  const afterFailure = async (work: Work, attempt: Attempt, err: unknown): Promise<void> => {
    if (err instanceof LostWork) throw err;
    if (err instanceof HandedBack) return release(work, attempt, false);
    const step = nextStep(err, attempt.failures);
    const detail = err instanceof ProviderError ? err.detail : undefined;
    if (step.kind === "retry") {
      attempt.logger.warn({ err, detail, delayMs: step.delayMs }, "the attempt failed");
      return release(work, attempt, true, step.delayMs);
    }
    attempt.logger.error({ err, detail }, "the work failed for good");
    await work.giveUp(attempt, step.error);
  };

  const attemptOnce = async (work: Work, attempt: Attempt): Promise<void> => {
    const { signal, logger: log } = attempt;
    try {
      signal.throwIfAborted();
      if (attempt.attempt % GIVE_UP_EVERY !== 0) return await work.run(attempt);
      log.error("the work never comes to an end");
      await work.giveUp(attempt, OUR_FAULT);
    } catch (err) {
      await afterFailure(work, attempt, signal.aborted ? signal.reason : err);
    }
  };

  return {
    async run(work) {
      const claim = await claimWork(db, work.job, work.id);
      if (!claim) return;
      const control = new AbortController();
      underWay.add(control);
      if (isStopping) control.abort(new HandedBack());
      const log = logger.child({ job: work.job, id: work.id, attempt: claim.attempt });
      const attempt = { ...claim, signal: control.signal, logger: log };
      const heartbeat = startHeartbeat(
        () => work.beat?.(attempt) ?? beat(db, work.job, work.id, claim.attempt),
        () => control.abort(new LostWork()),
        log,
      );
      try {
        await attemptOnce(work, attempt);
      } catch (err) {
        if (!(err instanceof LostWork)) throw err;
        log.info("the work was lost to another attempt, or deleted");
      } finally {
        heartbeat.stop();
        underWay.delete(control);
      }
    },
    handBack() {
      isStopping = true;
      for (const control of underWay) control.abort(new HandedBack());
    },
  };
};
