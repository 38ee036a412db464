import type { Viewer } from "./viewer.ts";

/** Maximum turns of a debate that visitors can read or hear, on all channels. */
export const VISITOR_TURNS = 4;
export const VISITOR_LIST = 10;

export const maySeeTurn = (viewer: Viewer, turnNumber: number): boolean =>
  viewer !== null || turnNumber <= VISITOR_TURNS;

/** Scores, feedback, verdicts and vote counts require an account. */
export const maySeeJudgement = (viewer: Viewer): boolean => viewer !== null;
