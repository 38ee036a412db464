import path from "node:path";
import { Worker } from "node:worker_threads";
import { renewLeasesSql, type JobLease } from "#infra/db/jobs/job-lease.ts";
import type { Logger } from "#infra/logger.ts";
import { JOB_NAMES } from "#shared/contract/jobs.ts";
import type { HeartbeatThreadData } from "./heartbeat-thread.ts";
import { createLeaseTable } from "./lease-table.ts";

const TICK_MS = 100;

export interface HeartbeatThread {
  begin(lease: JobLease): void;
  end(lease: JobLease): void;
  stop(): Promise<unknown>;
}

/** Memory limits in MB. The thread needs little. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 };

/**
 * Starts a thread that renews the leases while the main thread is blocked. Without it, other
 * workers would take over the jobs of a process that is busy for seconds, and pay for their
 * requests again. If the process is killed, the thread ends with it.
 */
export const startHeartbeatThread = (
  databaseUrl: string,
  logger: Pick<Logger, "warn">,
): HeartbeatThread => {
  const lastTick = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT);
  const clock = new BigInt64Array(lastTick);
  const tick = (): void => void Atomics.store(clock, 0, BigInt(Date.now()));
  tick();
  const ticking = setInterval(tick, TICK_MS).unref();
  const statements = JOB_NAMES.map(renewLeasesSql);
  const leases = createLeaseTable();
  const workerData: HeartbeatThreadData = {
    databaseUrl,
    lastTick,
    leases: leases.shared,
    statements,
  };
  const file = path.resolve("dist", "heartbeat-thread.js");
  const thread = new Worker(file, { workerData, resourceLimits: RESOURCE_LIMITS });
  thread.unref();
  // An error of the thread is only a warning, because the main thread's heartbeats work without it.
  thread.on("error", (err) => logger.warn({ err }, "heartbeat_thread.ended"));
  return {
    begin: leases.add,
    end: leases.remove,
    stop() {
      clearInterval(ticking);
      return thread.terminate();
    },
  };
};
