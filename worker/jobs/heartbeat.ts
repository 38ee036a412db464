import { HEARTBEAT_MS } from "#infra/db/work.ts";
import type { Logger } from "#infra/logger.ts";

/**
 * Calls `beat` again and again, one at a time, until stopped or until it answers that the work is
 * no longer ours. A beat that throws is not an answer: the database may be back for the next one.
 */
export const startHeartbeat = (
  beat: () => Promise<boolean>,
  onLost: () => void,
  logger: Logger,
): { stop(): void } => {
  let isStopped = false;
  let timer: NodeJS.Timeout;
  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
  };
  const tick = async () => {
    try {
      if (!(await beat()) && !isStopped) {
        stop();
        onLost();
      }
    } catch (err) {
      logger.warn({ err }, "a heartbeat failed");
    }
    if (!isStopped) timer = setTimeout(tick, HEARTBEAT_MS);
  };
  timer = setTimeout(tick, HEARTBEAT_MS);
  return { stop };
};
