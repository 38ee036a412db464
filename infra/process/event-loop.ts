/** It is looked this often whether the process gets around to it. */
const LOOK_MS = 500;
/** Later than this, others have waited too long, */
const LATE_MS = 2000;
/** and so long it is told, since whoever asks could not ask meanwhile. */
const TOLD_MS = 10_000;

export interface EventLoop {
  /** Whether the process has got around to things lately. */
  isResponsive(): boolean;
  stop(): void;
}

/** Watches whether something keeps the process from everything else. */
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
