/**
 * Minimum interval between deltas, in ms. It equals the interval at which workers send text;
 * viewers notice no difference below it.
 */
export const MIN_DELTA_INTERVAL_MS = 50;
const MAX_DELTA_INTERVAL_MS = 250;
/** Limits a process to 16 messages per ms, or 16,000 per second, for one debate. */
const WATCHERS_PER_MS = 16;

export const computeDeltaIntervalMs = (watchers: number): number =>
  Math.min(
    MAX_DELTA_INTERVAL_MS,
    Math.max(MIN_DELTA_INTERVAL_MS, Math.round(watchers / WATCHERS_PER_MS)),
  );
