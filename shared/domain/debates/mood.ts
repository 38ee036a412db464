import { type Role, getRoleOfTurn } from "./side.ts";

export const MOODS = ["calm", "speaking", "listening", "pleased", "stung", "winning"] as const;
export type Mood = (typeof MOODS)[number];

/** A turn's score, and the score of the opponent's turn before it. */
export interface AnsweredScore {
  role: Role;
  score: number;
  opponentScore: number | null;
}

export interface MoodContext {
  speaker: Role | null;
  /** The score that both sides currently react to. */
  latestScore: AnsweredScore | null;
  /** The winner, once the viewer may know. */
  winner: Role | "draw" | null;
}

const reactToScore = (
  role: Role,
  { role: scoredRole, score, opponentScore }: AnsweredScore,
): Mood | null => {
  if (opponentScore === null || score === opponentScore) return null;
  return score > opponentScore === (role === scoredRole) ? "pleased" : "stung";
};

/**
 * Selects a face by what happens to its side. Viewers without access to scores only get calm,
 * speaking and listening faces.
 */
export const selectMood = (role: Role, { speaker, latestScore, winner }: MoodContext): Mood => {
  if (speaker === role) return "speaking";
  if (winner === "draw") return "calm";
  if (winner !== null) return winner === role ? "winning" : "stung";
  return (
    (latestScore && reactToScore(role, latestScore)) ?? (speaker === null ? "calm" : "listening")
  );
};

/** The latest score, with the score of the opponent's turn before it; null if there is none. */
export const findLatestScore = (
  turns: readonly { turnNumber: number; score: number | null }[],
): AnsweredScore | null => {
  const last = turns.findLast(({ score }) => score !== null);
  if (!last || last.score === null) return null;
  const previous = turns.find(({ turnNumber }) => turnNumber === last.turnNumber - 1);
  return {
    role: getRoleOfTurn(last.turnNumber),
    score: last.score,
    opponentScore: previous?.score ?? null,
  };
};
