import type { Redis } from "ioredis";
import { PROBE_KEY } from "./assert-redis-usable.ts";

const PROBE_INTERVAL_MS = 1000;

/** Rejects on a Redis that cannot be written to, such as a replica, which answers PING as always. */
export const assertWritable = (redis: Redis): Promise<unknown> =>
  redis.set(PROBE_KEY, "1", "PX", PROBE_INTERVAL_MS);

/** Detects a failover after which the old primary stays reachable as a replica. */
export interface FailoverMonitor {
  /** Whether this error means that the connection leads to a replica. */
  detect(err: Error): boolean;
  /** Whether the address still leads to a replica, as far as is known. */
  isOnReplica(): boolean;
  stop(): void;
}

/**
 * Probes whether Redis can be written to, since a process may write nothing for long. Calls
 * `onRecovery` once it can again: connections that only read or publish get no error from a replica.
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
      return; // reported by `detect`, or an outage
    }
    if (isOnReplica) onRecovery();
    isOnReplica = false;
  };
  const timer = setInterval(() => void probe(), PROBE_INTERVAL_MS).unref();
  return {
    detect(err) {
      const isReadOnly = err.message.includes("READONLY");
      isOnReplica ||= isReadOnly;
      return isReadOnly;
    },
    isOnReplica: () => isOnReplica,
    stop: () => clearInterval(timer),
  };
};
