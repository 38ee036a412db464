import type { Role } from "../side.ts";
import { computeLead, computeStanding, type Standing } from "./standing.ts";

interface ScoredTurn {
  turnNumber: number;
  role: Role;
  score: number | null;
}

export interface MomentumPoint {
  turnNumber: number;
  role: Role;
  score: number;
  /** Mean scores of both sides after this turn; null until both sides have a score. */
  standing: Standing | null;
  /** Points by which For leads. Negative if Against leads, 0 until both sides have a score. */
  lead: number;
}

/**
 * The standing (mean scores of both sides) after each scored turn. An extra turn of one side counts
 * only when the other side has a score for its next turn.
 */
export const computeMomentum = (turns: readonly ScoredTurn[]): MomentumPoint[] =>
  turns.flatMap(({ turnNumber, role, score }, index) => {
    if (score === null) return [];
    const standing = computeStanding(turns.slice(0, index + 1));
    return [{ turnNumber, role, score, standing, lead: standing ? computeLead(standing) : 0 }];
  });

/**
 * The turn in which the current leader took the lead. Null if the sides are level, or if the leader
 * has led since both sides were scored for the first time.
 */
export const findTurningPoint = (points: readonly MomentumPoint[]): number | null => {
  const compared = points.filter(({ standing }) => standing !== null);
  const last = compared.at(-1);
  if (!last || last.lead === 0) return null;
  const before = compared.findLastIndex(({ lead }) => lead * last.lead <= 0);
  return before < 0 ? null : (compared[before + 1]?.turnNumber ?? null);
};
