import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "#infra/logger.ts";
import { getThrottledLogger } from "#infra/throttled-logger.ts";

interface PollInterval {
  intervalMs: number;
  /** Random addition to the interval, so that workers do not poll at the same moment. */
  jitterMs: number;
}

/** Calls `poll` again and again, with pauses, until stopped. Logs errors of `poll` and goes on. */
export const startPolling = (
  poll: () => Promise<void>,
  { intervalMs, jitterMs }: PollInterval,
  logger: Logger,
): { stop(): Promise<void> } => {
  const stopping = new AbortController();
  const loop = async () => {
    while (!stopping.signal.aborted) {
      await poll().catch((err: unknown) =>
        getThrottledLogger(logger).warn({ err }, "reconciler.failed"),
      );
      const ms = intervalMs + Math.random() * jitterMs;
      await pause(ms, undefined, { signal: stopping.signal }).catch(() => "stopping");
    }
  };
  const loopEnded = loop();
  return {
    stop() {
      stopping.abort();
      return loopEnded;
    },
  };
};
