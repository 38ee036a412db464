import type { Turn } from "#shared/contract/turn.ts";

/** Number of folded turns with a line of their own; earlier ones share one line. */
const LINES = 2;

export interface Folding {
  from: number;
  /** The last turn of the shared line; 0 if there is none. */
  together: number;
}

export const linesAbove = ({ from, together }: Folding): 0 | 1 | 2 | 3 => {
  const lines = together > 0 ? LINES + 1 : from - 1;
  return lines === 1 || lines === 2 || lines === 3 ? lines : 0;
};

export const ALL_IN_FULL: Folding = { from: 1, together: 0 };

/** The turn in progress or the last spoken one; undefined before there is any text. */
export const currentTurnOf = (turns: readonly Turn[]): number | undefined =>
  turns.findLast(({ status, content }) => status !== "failed" || content !== "")?.turnNumber;

/**
 * Folding of a running debate: the turns before the current one are folded, so that its text is in
 * view.
 */
export const foldingOf = (current: number): Folding => {
  const together = current - 1 - LINES;
  return { from: current, together: together > 1 ? together : 0 };
};
