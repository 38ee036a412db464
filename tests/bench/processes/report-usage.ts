import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";

/** Memory of a process in bytes, after garbage collection. */
export interface MemoryUsage {
  /** Bytes in the heap and in buffers. */
  held: number;
  /** Resident set size in bytes. */
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

/** Returns the CPU time since the start of the process, in milliseconds. */
const readCpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const RESOLUTION_MS = 5;
const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

/**
 * Returns the 99th percentile of the event loop's delay since the last call, in milliseconds. The
 * first call returns 0.
 */
const readLoopDelayMs = (): number => {
  const p99 = Math.max(0, loop.percentile(99) / 1e6 - RESOLUTION_MS);
  loop.reset();
  loop.enable();
  return p99;
};

/**
 * The bench preloads this module into a process with `--import`. The module responds to these
 * requests over IPC.
 */
process.on("message", async (request) => {
  if (request === "memory") process.send?.(await measureMemory());
  if (request === "cpu") process.send?.(readCpuMs());
  if (request === "loop") process.send?.(readLoopDelayMs());
});
