const LOOK_MS = 500;
/** Delay of the timer that counts as blocked. */
const LATE_MS = 2000;
/** How long a block is reported afterwards: a probe could not be answered during the block. */
const TOLD_MS = 10_000;

export interface EventLoop {
  /** False if the event loop is or was recently blocked. */
  isResponsive(): boolean;
  stop(): void;
}

export const watchEventLoop = (now: () => number = () => performance.now()): EventLoop => {
  let last = now();
  let blockedAt = -Infinity;
  const look = (): void => {
    if (now() - last > LOOK_MS + LATE_MS) blockedAt = now();
    last = now();
  };
  const looking = setInterval(look, LOOK_MS).unref();
  return {
    isResponsive: () => now() - blockedAt > TOLD_MS && now() - last <= LOOK_MS + LATE_MS,
    stop: () => clearInterval(looking),
  };
};
