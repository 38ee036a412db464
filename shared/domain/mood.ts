import { type Role, roleOfTurn } from "./side.ts";

/** What a robot's face can say. */
export const MOODS = ["calm", "speaking", "listening", "pleased", "stung", "winning"] as const;
export type Mood = (typeof MOODS)[number];

/** A turn's score, and the one it answers: the other side's before it. */
export interface Landed {
  role: Role;
  score: number;
  answered: number | null;
}

/** What the faces go by. */
export interface OnStage {
  /** Who is saying something now. */
  speaker: Role | null;
  /** The score that both sides react to, while they do. */
  landed: Landed | null;
  /** Who has won, once the viewer is told. */
  winner: Role | "draw" | null;
}

const reaction = (role: Role, { role: of, score, answered }: Landed): Mood | null => {
  if (answered === null || score === answered) return null;
  return score > answered === (role === of) ? "pleased" : "stung";
};

/**
 * A face goes by what happens to its side, never by which side it is. Whoever may not know the
 * scores is told of none, and sees no face but a calm, a speaking or a listening one.
 */
export const moodOf = (role: Role, { speaker, landed, winner }: OnStage): Mood => {
  if (speaker === role) return "speaking";
  if (winner === "draw") return "calm";
  if (winner !== null) return winner === role ? "winning" : "stung";
  return (landed && reaction(role, landed)) ?? (speaker === null ? "calm" : "listening");
};

/** The last score that was given, with the one it answers; null before there is any. */
export const lastLanded = (
  turns: readonly { turnNumber: number; score: number | null }[],
): Landed | null => {
  const last = turns.findLast(({ score }) => score !== null);
  if (!last || last.score === null) return null;
  const answered = turns.find(({ turnNumber }) => turnNumber === last.turnNumber - 1);
  return {
    role: roleOfTurn(last.turnNumber),
    score: last.score,
    answered: answered?.score ?? null,
  };
};
