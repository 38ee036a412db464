const TEXT = JSON.stringify(Array.from({ length: 100 }, (_, n) => ({ id: n, word: `word ${n}` })));
const TIMES = 5000;
/** What it takes a core of the machine on which the goals in milliseconds and CPU time were set, to read and write that. */
const REFERENCE_MS = 75;

const readMs = (): number => {
  const startedAt = performance.now();
  for (let time = 0; time < TIMES; time++) JSON.stringify(JSON.parse(TEXT));
  return performance.now() - startedAt;
};

let factor: number | undefined;

/** How many times longer a core of this machine takes for the same, at least 1. Measured once. */
export const slowness = (): number =>
  (factor ??= Math.max(1, Math.min(...Array.from({ length: 5 }, readMs)) / REFERENCE_MS));

/** What is allowed here of what takes a processor, beside `waiting`, which takes none. */
export const allowedHere = (goal: number, waiting = 0): number =>
  waiting + (goal - waiting) * slowness();
