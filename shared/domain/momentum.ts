import { MAX_SCORE, MIN_SCORE } from "./score.ts";
import type { Role } from "./side.ts";

interface ScoredTurn {
  turnNumber: number;
  role: Role;
  score: number | null;
}

/** How a debate stands after a turn that was scored. */
export interface MomentumPoint {
  turnNumber: number;
  role: Role;
  score: number;
  /** By how many points For leads; less than 0 where Against does. */
  lead: number;
}

/** What a speech that is still to be answered is held against. */
const MIDDLE = (MIN_SCORE + MAX_SCORE) / 2;

/**
 * The score For minus the score Against, turn by turn. Where both have spoken equally often it is
 * exactly that; between a speech and its answer, as if the answer were an average one: whoever has
 * just spoken would lead by a whole score else.
 */
export const momentumOf = (turns: readonly ScoredTurn[]): MomentumPoint[] => {
  let lead = 0;
  return turns.flatMap(({ turnNumber, role, score }) => {
    if (score === null) return [];
    lead += role === "bot_a" ? score - MIDDLE : MIDDLE - score;
    return [{ turnNumber, role, score, lead }];
  });
};

/** Whether there is anything to compare: one side alone is ahead of nobody. */
export const haveBothSpoken = (points: readonly MomentumPoint[]): boolean =>
  points.some(({ role }) => role !== points[0]?.role);

/** The turn from which the side that leads in the end has led; null where it always did. */
export const turningPoint = (points: readonly MomentumPoint[]): number | null => {
  const last = points.at(-1);
  if (!last || last.lead === 0) return null;
  const before = points.findLastIndex(({ lead }) => lead * last.lead <= 0);
  return before < 0 ? null : (points[before + 1]?.turnNumber ?? null);
};

/** Who is ahead, and by how much; null before a turn of either side was scored. */
export const leaderOf = (
  points: readonly MomentumPoint[],
): { role: Role | null; by: number } | null => {
  const lead = points.at(-1)?.lead;
  if (lead === undefined || !haveBothSpoken(points)) return null;
  if (lead === 0) return { role: null, by: 0 };
  return { role: lead > 0 ? "bot_a" : "bot_b", by: Math.abs(lead) };
};
