import type { Turn } from "#shared/contract/debates/turn.ts";

/**
 * `reading` is laid out as an article, `stage` as the narrow transcript beside the scene of a
 * running debate.
 */
export type TurnLayout = "reading" | "stage";

/** Number of folded turns with a line of their own; earlier ones share one line. */
const MAX_SINGLE_LINES = 2;

export interface TurnFolding {
  firstOpenTurn: number;
  /**
   * Number of the last turn that is in the shared line of folded turns; 0 if there is no such line.
   */
  lastSharedTurn: number;
}

export const NOTHING_FOLDED: TurnFolding = { firstOpenTurn: 1, lastSharedTurn: 0 };

/** Number of the last turn, not counting failed turns without text; undefined if there is none. */
export const getCurrentTurnNumber = (turns: readonly Turn[]): number | undefined =>
  turns.findLast(({ status, content }) => status !== "failed" || content !== "")?.turnNumber;

/**
 * Folding of a running debate: the turns before the current one are folded, so that the current
 * text is in view.
 */
export const computeFolding = (current: number): TurnFolding => {
  const lastSharedTurn = current - 1 - MAX_SINGLE_LINES;
  return { firstOpenTurn: current, lastSharedTurn: lastSharedTurn > 1 ? lastSharedTurn : 0 };
};
