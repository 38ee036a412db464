import type { Redis } from "ioredis";
import { PROBE_KEY } from "./assert-redis-usable.ts";

const PROBE_INTERVAL_MS = 1000;

/** Rejects if Redis cannot be written to. A replica cannot, although it answers PING. */
export const assertWritable = (redis: Redis): Promise<unknown> =>
  redis.set(PROBE_KEY, "1", "PX", PROBE_INTERVAL_MS);

/** Detects a failover after which the old primary stays reachable as a replica. */
export interface FailoverMonitor {
  /** Returns whether this error means that the connection leads to a replica. */
  detectReplica(err: Error): boolean;
  /** Returns whether the address still led to a replica at the last probe. */
  isOnReplica(): boolean;
  stop(): void;
}

/**
 * Writes a probe every second, because the process itself may write nothing for a long time. Calls
 * `onRecovery` when a write succeeds after a failover: connections that only read or publish get no
 * error from a replica and must be reopened.
 */
export const monitorFailover = (
  openProbe: () => Redis | undefined,
  onRecovery: () => void,
): FailoverMonitor => {
  let isOnReplica = false;
  const probe = async (): Promise<void> => {
    const redis = openProbe();
    if (redis?.status !== "ready") return;
    try {
      await assertWritable(redis);
    } catch {
      return; // `detectReplica` has handled the error of a replica; any other error is an outage
    }
    if (isOnReplica) onRecovery();
    isOnReplica = false;
  };
  const timer = setInterval(() => void probe(), PROBE_INTERVAL_MS).unref();
  return {
    detectReplica(err) {
      const isReadOnly = err.message.includes("READONLY");
      isOnReplica ||= isReadOnly;
      return isReadOnly;
    },
    isOnReplica: () => isOnReplica,
    stop: () => clearInterval(timer),
  };
};
