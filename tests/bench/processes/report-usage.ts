import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";

/** What a process holds once its garbage is gone, in bytes. */
export interface MemoryUsage {
  /** Objects and buffers. */
  held: number;
  /** What the system has given it. */
  resident: number;
}

const COLLECTIONS = 3;

const memory = async (): Promise<MemoryUsage> => {
  for (let i = 0; i < COLLECTIONS; i++) {
    await pause(100);
    globalThis.gc?.();
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { held: heapUsed + external, resident: rss };
};

/** Milliseconds of CPU time since the process began. */
const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const RESOLUTION_MS = 5;
const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

/** Milliseconds by which the event loop was late, p99, since it was asked last; 0 at first. */
const loopDelay = (): number => {
  const p99 = Math.max(0, loop.percentile(99) / 1e6 - RESOLUTION_MS);
  loop.reset();
  loop.enable();
  return p99;
};

/** Loaded into any process before its own program: answers such questions over IPC. */
process.on("message", async (question) => {
  if (question === "memory") process.send?.(await memory());
  if (question === "cpu") process.send?.(cpu());
  if (question === "loop") process.send?.(loopDelay());
});
