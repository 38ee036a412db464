import { useSyncExternalStore } from "react";

const MINUTE_MS = 60_000;
const listeners = new Set<() => void>();
let minutes = 0;
let ticking: ReturnType<typeof setInterval> | undefined;

const tick = () => {
  minutes += 1;
  for (const listener of listeners) listener();
};

const listen = (listener: () => void): (() => void) => {
  if (listeners.size === 0) ticking = setInterval(tick, MINUTE_MS);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(ticking);
  };
};

const now = () => minutes;

/** Re-renders every minute for relative times. One timer per page. */
export const useEachMinute = (): void => {
  useSyncExternalStore(listen, now, now);
};
