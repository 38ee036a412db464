import path from "node:path";
import { Worker } from "node:worker_threads";
import { beatAll, type Hold } from "#infra/db/work.ts";
import type { Logger } from "#infra/logger.ts";
import { JOB_NAMES } from "#shared/contract/jobs.ts";
import type { HeldTable, PulseData } from "./pulse-thread.ts";

/** The process says so often that it gets around to things. */
const TICK_MS = 100;

/** A process has a tenth of it under way; what is more beats by itself alone. */
const MOST_HOLDS = 4096;

const column = () => new Int32Array(new SharedArrayBuffer(MOST_HOLDS * 4));

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
  const statements = JOB_NAMES.map(beatAll);
  const held: HeldTable = { jobs: column(), ids: column(), attempts: column() };
  const workerData: PulseData = { databaseUrl, lastTick, held, statements };
  const file = path.resolve("dist", "pulse-thread.js");
  const thread = new Worker(file, { workerData, resourceLimits: LIMITS });
  thread.unref();
  // Heartbeats go on without it.
  thread.on("error", (err) => logger.warn({ err }, "the thread of heartbeats has ended"));
  const free = [...held.jobs.keys()];
  const taken = new Map<Hold, number>();
  return {
    begin(hold) {
      const at = free.pop();
      if (at === undefined) return;
      taken.set(hold, at);
      held.ids[at] = hold.id;
      held.attempts[at] = hold.attempt;
      // Last: what stands beside it is read only then.
      Atomics.store(held.jobs, at, JOB_NAMES.indexOf(hold.job) + 1);
    },
    end(hold) {
      const at = taken.get(hold);
      if (at === undefined) return;
      taken.delete(hold);
      Atomics.store(held.jobs, at, 0);
      free.push(at);
    },
    stop() {
      clearInterval(ticking);
      return thread.terminate();
    },
  };
};
