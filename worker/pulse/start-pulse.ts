import path from "node:path";
import { Worker } from "node:worker_threads";
import { beatAll, type Hold } from "#infra/db/work.ts";
import type { Logger } from "#infra/logger.ts";
import { forEachJob } from "#shared/contract/jobs.ts";
import type { HoldNews, PulseData } from "./pulse-thread.ts";

/** The process says so often that it gets around to things. */
const TICK_MS = 100;

/** Knows what is held, and says that it is, while the process itself does not get around to it. */
export interface Pulse {
  begin(hold: Hold): void;
  end(hold: Hold): void;
  stop(): Promise<unknown>;
}

/** One that nothing needs more room for. */
const LIMITS = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 };

/**
 * Has a thread of its own watch over the heartbeats: a process that is busy for seconds, or on a
 * machine that is, would be taken for dead, and its work done and paid a second time. One that is
 * killed takes its thread with it.
 */
export const startPulse = (databaseUrl: string, logger: Pick<Logger, "warn">): Pulse => {
  const lastTick = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT);
  const clock = new BigInt64Array(lastTick);
  const tick = (): void => void Atomics.store(clock, 0, BigInt(Date.now()));
  tick();
  const ticking = setInterval(tick, TICK_MS).unref();
  const statements = forEachJob(beatAll);
  const workerData: PulseData = { databaseUrl, lastTick, statements };
  const file = path.resolve("dist", "pulse-thread.js");
  const thread = new Worker(file, { workerData, resourceLimits: LIMITS });
  thread.unref();
  // Heartbeats go on without it.
  thread.on("error", (err) => logger.warn({ err }, "the thread of heartbeats has ended"));
  const tell = (news: HoldNews): void => thread.postMessage(news, []);
  return {
    begin: ({ job, id, attempt }) => tell({ job, id, attempt, isOver: false }),
    end: ({ job, id, attempt }) => tell({ job, id, attempt, isOver: true }),
    stop() {
      clearInterval(ticking);
      return thread.terminate();
    },
  };
};
