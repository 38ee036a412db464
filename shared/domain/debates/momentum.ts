import { MAX_SCORE, MIN_SCORE } from "./score.ts";
import type { Role } from "./side.ts";

interface ScoredTurn {
  turnNumber: number;
  role: Role;
  score: number | null;
}

export interface MomentumPoint {
  turnNumber: number;
  role: Role;
  score: number;
  /** Points by which For leads; negative if Against leads. */
  lead: number;
}

/** Assumed score of the answer that a speech does not have yet. */
const MIDDLE_SCORE = (MIN_SCORE + MAX_SCORE) / 2;

/**
 * The cumulative score of For minus Against, turn by turn. Until a speech is answered, the answer
 * counts as average; otherwise each speaker would lead by a whole score.
 */
export const computeMomentum = (turns: readonly ScoredTurn[]): MomentumPoint[] => {
  let lead = 0;
  return turns.flatMap(({ turnNumber, role, score }) => {
    if (score === null) return [];
    lead += role === "bot_a" ? score - MIDDLE_SCORE : MIDDLE_SCORE - score;
    return [{ turnNumber, role, score, lead }];
  });
};

export const hasScoresOfBothSides = (points: readonly MomentumPoint[]): boolean =>
  points.some(({ role }) => role !== points[0]?.role);

/**
 * Returns the number of the turn since which the final leader has led. Null if that side led from
 * the start or the final result is a draw.
 */
export const findTurningPoint = (points: readonly MomentumPoint[]): number | null => {
  const last = points.at(-1);
  if (!last || last.lead === 0) return null;
  const before = points.findLastIndex(({ lead }) => lead * last.lead <= 0);
  return before < 0 ? null : (points[before + 1]?.turnNumber ?? null);
};

/** Who leads, and by how many points; null until both sides have a score. */
export const findLeader = (
  points: readonly MomentumPoint[],
): { role: Role | null; by: number } | null => {
  const lead = points.at(-1)?.lead;
  if (lead === undefined || !hasScoresOfBothSides(points)) return null;
  if (lead === 0) return { role: null, by: 0 };
  return { role: lead > 0 ? "bot_a" : "bot_b", by: Math.abs(lead) };
};
