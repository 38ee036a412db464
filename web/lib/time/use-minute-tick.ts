import { useSyncExternalStore } from "react";

const MINUTE_MS = 60_000;
const listeners = new Set<() => void>();
let minuteCount = 0;
let interval: ReturnType<typeof setInterval> | undefined;

const tick = () => {
  minuteCount += 1;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  if (listeners.size === 0) interval = setInterval(tick, MINUTE_MS);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(interval);
  };
};

const getMinuteCount = () => minuteCount;

/** Renders the component every minute, for relative times. All components share one timer. */
export const useMinuteTick = (): void => {
  useSyncExternalStore(subscribe, getMinuteCount, getMinuteCount);
};
