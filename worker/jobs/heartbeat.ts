import { HEARTBEAT_MS, LostWork } from "#infra/db/work.ts";
import type { Logger } from "#infra/logger.ts";

/** Hearts beat on these milliseconds of the clock, so that what many say can be written together. */
const GRID_MS = 100;

/** Rounded up: a timer's fractions are cut off. */
const untilNextBeat = (): number => Math.ceil(HEARTBEAT_MS - (performance.now() % GRID_MS));

/**
 * Calls `beat` again and again, one at a time, until stopped or until it throws `LostWork`. Any
 * other error is no answer: the database may be back for the next one.
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
      if (err instanceof LostWork) {
        stop();
        onLost();
      } else logger.warn({ err }, "a heartbeat failed");
    }
    if (!isStopped) timer = setTimeout(tick, untilNextBeat());
  };
  timer = setTimeout(tick, untilNextBeat());
  return { stop };
};
