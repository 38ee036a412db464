import type { Viewer } from "./viewer.ts";

/** Maximum turns of a debate that visitors can read or hear, on all channels. */
export const VISITOR_MAX_TURNS = 4;
export const VISITOR_MAX_DEBATES = 10;

export const canSeeTurn = (viewer: Viewer, turnNumber: number): boolean =>
  viewer !== null || turnNumber <= VISITOR_MAX_TURNS;

/** Scores, feedback, verdicts and vote counts require an account. */
export const canSeeJudgement = (viewer: Viewer): boolean => viewer !== null;
