import type { Role } from "../side.ts";

export const MIN_SCORE = 1;
export const MAX_SCORE = 10;

export interface Scores {
  botA: number | null;
  botB: number | null;
}

interface ScoredTurn {
  role: Role;
  score: number | null;
}

const computeMean = (turns: readonly ScoredTurn[], role: Role): number | null => {
  const scores = turns.flatMap((t) => (t.role === role && t.score !== null ? [t.score] : []));
  if (scores.length === 0) return null;
  return Math.round((scores.reduce((sum, s) => sum + s, 0) / scores.length) * 10) / 10;
};

/** Mean score per side, to one decimal; null for a side without scores. */
export const computeMeanScores = (turns: readonly ScoredTurn[]): Scores => ({
  botA: computeMean(turns, "bot_a"),
  botB: computeMean(turns, "bot_b"),
});

/** The side with the higher score, or a draw; null if a side has no score. */
export const getWinner = ({ botA, botB }: Scores): Role | "draw" | null => {
  if (botA === null || botB === null) return null;
  if (botA > botB) return "bot_a";
  return botA < botB ? "bot_b" : "draw";
};
