import { HEARTBEAT_INTERVAL_MS, LeaseLostError } from "#infra/db/jobs/job-lease.ts";
import type { Logger } from "#infra/logger.ts";

/** Heartbeats fire at multiples of this time, so that many turns share one batch. */
const TICK_GRID_MS = 100;

/**
 * The time is rounded up, because timers drop fractions of a millisecond and would fire too early.
 */
const msUntilNextHeartbeat = (): number =>
  Math.ceil(HEARTBEAT_INTERVAL_MS - (performance.now() % TICK_GRID_MS));

/**
 * Calls `beat` about every `HEARTBEAT_INTERVAL_MS`, one call at a time, until stopped. If `beat`
 * throws `LeaseLostError`, ends and calls `onLost`. Logs other errors and goes on, because the
 * database may be back at the next call.
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
