export const STAGED_TURNS = 2;

/**
 * Selects the debate that the landing page plays: the last in the list that has enough turns and is
 * not live, because the first ones are listed below it. Undefined if there is none.
 */
export const stagedDebate = <Listed extends { currentTurn: number; isLive: boolean }>(
  listed: readonly Listed[],
): Listed | undefined =>
  listed.findLast(({ currentTurn, isLive }) => currentTurn >= STAGED_TURNS && !isLive);
