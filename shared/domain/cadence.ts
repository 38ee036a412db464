/**
 * Minimum interval between deltas, in ms. It equals the worker's tick; viewers notice no difference
 * below it.
 */
export const LEAST_CADENCE_MS = 50;
const MOST_CADENCE_MS = 250;
/** Limits a process to 16,000 messages per second. */
const WATCHERS_A_MS = 16;

export const deltaCadence = (watchers: number): number =>
  Math.min(MOST_CADENCE_MS, Math.max(LEAST_CADENCE_MS, Math.round(watchers / WATCHERS_A_MS)));
