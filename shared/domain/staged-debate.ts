/** Turns of a debate that the landing page plays. */
export const STAGED_TURNS = 2;

/**
 * The debate of a list that the landing page plays: one that has been held, the last of them, since
 * the first ones stand below it. Undefined where there is none.
 */
export const stagedDebate = <Listed extends { currentTurn: number; isLive: boolean }>(
  listed: readonly Listed[],
): Listed | undefined =>
  listed.findLast(({ currentTurn, isLive }) => currentTurn >= STAGED_TURNS && !isLive);
