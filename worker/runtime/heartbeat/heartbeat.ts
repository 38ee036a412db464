import { HEARTBEAT_INTERVAL_MS, LeaseLostError } from "#infra/db/jobs/job-lease.ts";
import type { Logger } from "#infra/logger.ts";

/** Heartbeats fire on multiples of this, so that those of many turns can be batched. */
const TICK_GRID_MS = 100;

/** Rounded up, because timers drop fractions of a millisecond. */
const msUntilNextHeartbeat = (): number =>
  Math.ceil(HEARTBEAT_INTERVAL_MS - (performance.now() % TICK_GRID_MS));

/**
 * Calls `beat` every `HEARTBEAT_INTERVAL_MS`, one call at a time. Ends when stopped, or when `beat` throws
 * `LeaseLostError`, and then calls `onLost`. Logs other errors and goes on: the database may be back at
 * the next call.
 */
export const startHeartbeat = (
  beat: () => Promise<void>,
  onLost: () => void,
  logger: Pick<Logger, "warn">,
): { stop(): void } => {
  let isStopped = false;
  let timer: NodeJS.Timeout;
  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
  };
  const tick = async () => {
    try {
      await beat();
    } catch (err) {
      if (isStopped) return;
      if (err instanceof LeaseLostError) {
        stop();
        onLost();
      } else logger.warn({ err }, "lease.renew_failed");
    }
    if (!isStopped) timer = setTimeout(tick, msUntilNextHeartbeat());
  };
  timer = setTimeout(tick, msUntilNextHeartbeat());
  return { stop };
};
