import { type Fit, getLogits, refitWithout } from "./bradley-terry.ts";
import type { RobustIntervals } from "./robust-intervals.ts";
import { multiply } from "./symmetric-matrix.ts";

export interface Removal {
  /** Number of debates whose removal changes the first place. Fewer may be enough, because only one order is tried. */
  debates: number;
  /** The model that would then be first. */
  leader: string;
}

const getLeader = (strengths: readonly number[]): number =>
  strengths.reduce((best, strength, n) => (strength > strengths[best]! ? n : best), 0);

interface Order {
  /** Indexes of debates, the one with the largest influence first. */
  debates: number[];
  /**
   * How many of these debates must be removed, by estimate, until two models have equal ratings. If
   * all are not enough, it is the number of all.
   */
  needed: number;
}

/** Orders the debates by how much their removal would close the gap between two models. */
const orderByInfluence = (
  fit: Fit,
  { contributions }: RobustIntervals,
  leader: number,
  challenger: number,
): Order => {
  const weights = fit.parameters.map(
    (_value, n) => (n + 1 === leader ? 1 : 0) - (n + 1 === challenger ? 1 : 0),
  );
  const direction = multiply(fit.inverse, weights);
  const influences = contributions.map(
    ({ row, residual, remainder }) => (residual / remainder) * getLogits(row, direction),
  );
  const debates = [...influences.keys()]
    .filter((n) => influences[n]! > 0)
    .sort((a, b) => influences[b]! - influences[a]!);
  let gap = fit.strengths[leader]! - fit.strengths[challenger]!;
  const last = debates.findIndex((n) => (gap -= influences[n]!) <= 0);
  return { debates, needed: last === -1 ? debates.length : last + 1 };
};

/**
 * Only this many models after the first are tried, because each one costs computing time and the
 * others need more removals.
 */
const MAX_CHALLENGERS = 4;

const findChallengers = ({ strengths }: Fit, leader: number): number[] =>
  [...strengths.keys()]
    .filter((n) => n !== leader)
    .sort((a, b) => strengths[b]! - strengths[a]!)
    .slice(0, MAX_CHALLENGERS);

/**
 * Finds debates whose removal changes the first place. Removes those with the largest influence on
 * the gap between the first model and the challenger that needs the fewest removals. A new fit
 * confirms each number. Null if no such set is found.
 */
export const countRemovals = (fit: Fit, intervals: RobustIntervals): Removal | null => {
  const leader = getLeader(fit.strengths);
  const [order] = findChallengers(fit, leader)
    .map((challenger) => orderByInfluence(fit, intervals, leader, challenger))
    .sort((a, b) => a.needed - b.needed);
  if (!order) return null;
  const leaderWithout = (count: number): string | null => {
    const strengths = refitWithout(fit, new Set(order.debates.slice(0, count)));
    const next = strengths && getLeader(strengths);
    return next === null || next === leader ? null : fit.models[next]!;
  };
  let [low, high] = [0, order.needed];
  while (leaderWithout(high) === null) {
    if (high === order.debates.length) return null;
    [low, high] = [high, Math.min(order.debates.length, 2 * high)];
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (leaderWithout(middle) === null) low = middle;
    else high = middle;
  }
  return { debates: high, leader: leaderWithout(high)! };
};
