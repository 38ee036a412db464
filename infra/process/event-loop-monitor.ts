const CHECK_INTERVAL_MS = 500;
/** Milliseconds by which a check may be late before the event loop counts as blocked. */
const MAX_LAG_MS = 2000;
/**
 * How long `isResponsive` still returns false after a block. During the block itself the process
 * answers no probe, so only a later probe can detect the block.
 */
const UNRESPONSIVE_FOR_MS = 10_000;

export interface EventLoopMonitor {
  /** Returns false if the event loop is blocked or was blocked recently. */
  isResponsive(): boolean;
  stop(): void;
}

export const monitorEventLoop = (now: () => number = () => performance.now()): EventLoopMonitor => {
  let lastCheckAt = now();
  let blockedAt = -Infinity;
  const check = (): void => {
    if (now() - lastCheckAt > CHECK_INTERVAL_MS + MAX_LAG_MS) blockedAt = now();
    lastCheckAt = now();
  };
  const timer = setInterval(check, CHECK_INTERVAL_MS).unref();
  return {
    isResponsive: () =>
      now() - blockedAt > UNRESPONSIVE_FOR_MS &&
      now() - lastCheckAt <= CHECK_INTERVAL_MS + MAX_LAG_MS,
    stop: () => clearInterval(timer),
  };
};
