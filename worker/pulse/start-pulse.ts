import path from "node:path";
import { Worker } from "node:worker_threads";
import { beatAll, type Hold } from "#infra/db/work.ts";
import type { Logger } from "#infra/logger.ts";
import { JOB_NAMES } from "#shared/contract/jobs.ts";
import type { PulseData } from "./pulse-thread.ts";

/** The process says so often that it gets around to things. */
const TICK_MS = 100;

/** More than a worker ever holds. */
const PLACES = 4096;
/** What is told of each: its job, counted from 1, its id and its attempt. */
const HOLD_INTS = 3;

/** Knows what is held, and says that it is, while the process itself does not get around to it. */
export interface Pulse {
  begin(hold: Hold): void;
  end(hold: Hold): void;
  stop(): Promise<unknown>;
}

const nameOf = (job: string, id: number, attempt: number): string => `${job}-${id}-${attempt}`;

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
  const held = new SharedArrayBuffer(PLACES * HOLD_INTS * Int32Array.BYTES_PER_ELEMENT);
  const table = new Int32Array(held);
  const free = Array.from({ length: PLACES }, (_, n) => n * HOLD_INTS);
  const taken = new Map<string, number>();
  const workerData: PulseData = { databaseUrl, lastTick, held, statements: JOB_NAMES.map(beatAll) };
  const file = path.resolve("dist", "pulse-thread.js");
  const thread = new Worker(file, { workerData, resourceLimits: LIMITS });
  thread.unref();
  // Heartbeats go on without it.
  thread.on("error", (err) => logger.warn({ err }, "the thread of heartbeats has ended"));
  return {
    begin({ job, id, attempt }) {
      const place = free.pop();
      // As many at once are looked after.
      if (place === undefined) return;
      taken.set(nameOf(job, id, attempt), place);
      table.set([id, attempt], place + 1);
      // Last, and in this order for other threads, too.
      Atomics.store(table, place, JOB_NAMES.indexOf(job) + 1);
    },
    end({ job, id, attempt }) {
      const name = nameOf(job, id, attempt);
      const place = taken.get(name);
      if (place === undefined) return;
      taken.delete(name);
      Atomics.store(table, place, 0);
      free.push(place);
    },
    stop() {
      clearInterval(ticking);
      return thread.terminate();
    },
  };
};
