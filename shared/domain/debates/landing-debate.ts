export const LANDING_TURNS = 2;

/**
 * Selects the debate that the landing page plays: the last in the list that has enough turns and is
 * not live. Not the first, because the page lists the first ones below it. Undefined if there is
 * none.
 */
export const selectLandingDebate = <Listed extends { currentTurn: number; isLive: boolean }>(
  listed: readonly Listed[],
): Listed | undefined =>
  listed.findLast(({ currentTurn, isLive }) => currentTurn >= LANDING_TURNS && !isLive);
