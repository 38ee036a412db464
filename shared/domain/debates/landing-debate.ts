export const LANDING_TURNS = 2;

/**
 * Selects the debate that the landing page plays: the last listed one that has enough turns and is
 * not live, because the page also lists the first ones. Undefined if there is none.
 */
export const selectLandingDebate = <Listed extends { currentTurn: number; isLive: boolean }>(
  listed: readonly Listed[],
): Listed | undefined =>
  listed.findLast(({ currentTurn, isLive }) => currentTurn >= LANDING_TURNS && !isLive);
