/** As often as a worker lets pieces of a speech go: readers see no difference below this. */
export const LEAST_CADENCE_MS = 50;
const MOST_CADENCE_MS = 250;
/** So many watchers for each millisecond: a process sends 16,000 messages a second, and no more. */
const WATCHERS_A_MS = 16;

/** Milliseconds between two pieces of a speech that so many watch in one process. */
export const deltaCadence = (watchers: number): number =>
  Math.min(MOST_CADENCE_MS, Math.max(LEAST_CADENCE_MS, Math.round(watchers / WATCHERS_A_MS)));
