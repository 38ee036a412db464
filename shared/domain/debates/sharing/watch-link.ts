/** Query parameter that plays a finished debate as a scene, from the turn with this number on. */
export const WATCH_PARAMETER = "watch";

/** Turn number of a link's parameter; 1 if it is no turn number. */
export const parseWatchParameter = (value: string | null): number =>
  value !== null && /^[1-9]\d?$/.test(value) ? Number(value) : 1;

export const buildWatchQuery = (turnNumber: number): string => `?${WATCH_PARAMETER}=${turnNumber}`;
