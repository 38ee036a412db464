/** A process that lived this long was well; its next death is a new story. Milliseconds. */
const WELL_MS = 10_000;
const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/** How long to wait before the next start: not at all, then longer and longer. Milliseconds. */
export const restartDelay = (deathsInARow: number): number =>
  deathsInARow <= 1 ? 0 : Math.min(FIRST_MS * 2 ** (deathsInARow - 2), LONGEST_MS);

/** Deaths in a row after one more, for a process that lived `livedMs`. */
export const countDeath = (deathsInARow: number, livedMs: number): number =>
  livedMs >= WELL_MS ? 1 : deathsInARow + 1;
