import type { Scores } from "./judging/score.ts";
import { type Role, getRoleOfTurn } from "./side.ts";

export const MOODS = [
  "calm",
  "speaking",
  "listening",
  "amused",
  "worried",
  "pleased",
  "stung",
  "winning",
] as const;
export type Mood = (typeof MOODS)[number];

/** A turn's score, and the score of the opponent's turn before it. */
export interface AnsweredScore {
  role: Role;
  score: number;
  opponentScore: number | null;
}

export interface MoodContext {
  speaker: Role | null;
  /** The side whose turn failed. */
  failed?: Role | undefined;
  /** The score that both sides currently react to; null if there is none. */
  latestScore: AnsweredScore | null;
  /** The winner; null until there is one and the viewer may know it. */
  winner: Role | "draw" | null;
  /** The side that is behind by more than `WORRYING_LEAD`; null if there is none. */
  behind: Role | null;
  /** Whether the debate is a roast, in which the side that listens looks amused. */
  isRoast: boolean;
}

/** Points of the mean score by which a side must be behind to look worried. */
const WORRYING_LEAD = 1;

/** The side that is behind by more than `WORRYING_LEAD`; null if there is none. */
export const findWorriedSide = ({ botA, botB }: Scores): Role | null => {
  if (botA === null || botB === null || Math.abs(botA - botB) <= WORRYING_LEAD) return null;
  return botA < botB ? "bot_a" : "bot_b";
};

/** A side with at most this score looks stung, even if it beat its opponent. */
const LOW_SCORE = 4;

const reactToScore = (
  role: Role,
  { role: scoredRole, score, opponentScore }: AnsweredScore,
): Mood | null => {
  if (role === scoredRole && score <= LOW_SCORE) return "stung";
  if (opponentScore === null || score === opponentScore) return null;
  return score > opponentScore === (role === scoredRole) ? "pleased" : "stung";
};

const listen = (role: Role, { speaker, behind, isRoast }: MoodContext): Mood => {
  if (behind === role) return "worried";
  if (speaker === null) return "calm";
  return isRoast ? "amused" : "listening";
};

/**
 * Selects the facial expression of a side. Viewers without access to scores get no face that depends
 * on them, because their context has no scores and no winner.
 */
export const selectMood = (role: Role, context: MoodContext): Mood => {
  const { speaker, failed, latestScore, winner } = context;
  if (speaker === role) return "speaking";
  if (failed === role) return "worried";
  if (winner === "draw") return "calm";
  if (winner !== null) return winner === role ? "winning" : "stung";
  return (latestScore && reactToScore(role, latestScore)) ?? listen(role, context);
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
