import type { Turn } from "#shared/contract/turn.ts";

/** So many folded turns have a line each; the ones before them share one. */
const LINES = 2;

/** How a debate's turns stand when its page is opened. */
export interface Folding {
  /** The first turn that stands in full; those before it are folded. */
  from: number;
  /** Up to this turn, all are folded into one line; 0 for none. */
  together: number;
}

/** How many lines stand above the first turn in full. */
export const linesAbove = ({ from, together }: Folding): 0 | 1 | 2 | 3 => {
  const lines = together > 0 ? LINES + 1 : from - 1;
  return lines === 1 || lines === 2 || lines === 3 ? lines : 0;
};

export const ALL_IN_FULL: Folding = { from: 1, together: 0 };

/**
 * The turn that a running debate is about now: the one in progress, or else the last that was spoken.
 * Undefined before there is anything to read.
 */
export const currentTurnOf = (turns: readonly Turn[]): number | undefined =>
  turns.findLast(({ status, content }) => status !== "failed" || content !== "")?.turnNumber;

/**
 * Whoever opens a running debate finds what is being said, with the turns before it folded: the
 * last two to a line each, and all before those to one, so that its words are in sight however
 * many there were.
 */
export const foldingOf = (current: number): Folding => {
  const together = current - 1 - LINES;
  return { from: current, together: together > 1 ? together : 0 };
};
