import type { Viewer } from "./viewer.ts";

/** Turns of a debate that people without an account may read, by every door. */
export const VISITOR_TURNS = 4;
/** Debates in any list that people without an account may see. */
export const VISITOR_LIST = 10;

export const maySeeTurn = (viewer: Viewer, turnNumber: number): boolean =>
  viewer !== null || turnNumber <= VISITOR_TURNS;

/** Scores, feedback, verdict and vote counts are for people with an account. */
export const maySeeJudgement = (viewer: Viewer): boolean => viewer !== null;
