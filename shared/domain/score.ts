import type { Role } from "./side.ts";

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

const mean = (turns: readonly ScoredTurn[], role: Role): number | null => {
  const scores = turns.flatMap((t) => (t.role === role && t.score !== null ? [t.score] : []));
  if (scores.length === 0) return null;
  return Math.round((scores.reduce((sum, s) => sum + s, 0) / scores.length) * 10) / 10;
};

/** Each side's mean of its scored turns, to one decimal; null for a side without any. */
export const meanScores = (turns: readonly ScoredTurn[]): Scores => ({
  botA: mean(turns, "bot_a"),
  botB: mean(turns, "bot_b"),
});

/** The higher score wins, equal scores are a draw; null while a side has no score. */
export const winnerOf = ({ botA, botB }: Scores): Role | "draw" | null => {
  if (botA === null || botB === null) return null;
  if (botA > botB) return "bot_a";
  return botA < botB ? "bot_b" : "draw";
};

/** Keeps only quotes that stand, letter for letter, in the judged text. */
export const literalQuotes = (quotes: readonly string[], text: string): string[] => [
  ...new Set(quotes.map((q) => q.trim()).filter((q) => q.length > 0 && text.includes(q))),
];
