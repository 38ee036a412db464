export const LANDING_TURNS = 2;

/**
 * Selects the debate that the landing page plays: the last one in the list that has enough turns
 * and is not live. It is not the first one, because the page also shows the first debates of the
 * list. Undefined if there is none.
 */
export const selectLandingDebate = <Listed extends { currentTurn: number; isLive: boolean }>(
  listed: readonly Listed[],
): Listed | undefined =>
  listed.findLast(({ currentTurn, isLive }) => currentTurn >= LANDING_TURNS && !isLive);
