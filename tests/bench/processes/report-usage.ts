import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";

/** Memory of a process after garbage collection, in bytes. */
export interface MemoryUsage {
  /** Heap and buffers. */
  held: number;
  /** Resident set size. */
  resident: number;
}

const COLLECTIONS = 3;

const measureMemory = async (): Promise<MemoryUsage> => {
  for (let i = 0; i < COLLECTIONS; i++) {
    await pause(100);
    globalThis.gc?.();
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { held: heapUsed + external, resident: rss };
};

/** Milliseconds of CPU time since the start of the process. */
const readCpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const RESOLUTION_MS = 5;
const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

/** 99th percentile of the event loop's delay in milliseconds since the last call; 0 at the first call. */
const readLoopDelayMs = (): number => {
  const p99 = Math.max(0, loop.percentile(99) / 1e6 - RESOLUTION_MS);
  loop.reset();
  loop.enable();
  return p99;
};

/** Preloaded into a process with `--import`. Answers these requests over IPC. */
process.on("message", async (request) => {
  if (request === "memory") process.send?.(await measureMemory());
  if (request === "cpu") process.send?.(readCpuMs());
  if (request === "loop") process.send?.(readLoopDelayMs());
});
