import { fitBradleyTerry, type RatedDebate } from "./bradley-terry.ts";
import { findComparableModels, type UnrankedReason } from "./comparable-models.ts";
import { countRemovals, type Removal } from "./removal-count.ts";
import { getCenteredWeights, getRobustIntervals } from "./robust-intervals.ts";

/** 400 points are odds of 10 to 1, as in chess. */
const POINTS_PER_LOGIT = 400 / Math.LN10;
const MEAN_RATING = 1000;

/** A rating whose interval is wider than this is provisional. */
export const MAX_SETTLED_WIDTH = 150;

export interface Rating {
  model: string;
  rating: number;
  /** Limits of the 95 % interval. */
  low: number;
  high: number;
  /** 1 plus the number of models whose whole interval lies above this one. */
  rank: number;
  isProvisional: boolean;
}

export interface Term {
  points: number;
  low: number;
  high: number;
}

export interface Ranking<Debate = RatedDebate> {
  /** The best first. */
  ratings: Rating[];
  unranked: { model: string; reason: UnrankedReason }[];
  /** Debates and votes behind the ratings. */
  rated: Debate[];
  debates: number;
  votes: number;
  /** Advantage of the model that argues For, compared to a model of the same strength. */
  side: Term | null;
  /** Advantage of a model that speaks twice as long as the other one. */
  doubleLength: Term | null;
  removal: Removal | null;
}

const listUnranked = (unranked: ReadonlyMap<string, UnrankedReason>): Ranking["unranked"] =>
  [...unranked]
    .map(([model, reason]) => ({ model, reason }))
    .sort((a, b) => (a.model < b.model ? -1 : 1));

const addRanks = (ratings: readonly Omit<Rating, "rank">[]): Rating[] =>
  ratings
    .map((each) => ({
      ...each,
      rank: 1 + ratings.filter(({ low }) => low > each.high).length,
    }))
    .sort((a, b) => a.rank - b.rank || b.rating - a.rating);

/** Ranks models by the votes of debates. */
export const rankModels = <Debate extends RatedDebate>(all: readonly Debate[]): Ranking<Debate> => {
  const { models, debates, unranked } = findComparableModels(all);
  const fit = models.length > 0 ? fitBradleyTerry(models, debates) : null;
  if (!fit) {
    for (const model of models) unranked.set(model, "not_identified");
    const nothing = { debates: 0, votes: 0, side: null, doubleLength: null, removal: null };
    return { ratings: [], unranked: listUnranked(unranked), rated: [], ...nothing };
  }
  const intervals = getRobustIntervals(fit);
  const ratings = models.map((model, n) => {
    const rating = MEAN_RATING + POINTS_PER_LOGIT * fit.strengths[n]!;
    const radius = POINTS_PER_LOGIT * intervals.getRadius(getCenteredWeights(fit, n));
    const isProvisional = 2 * radius > MAX_SETTLED_WIDTH;
    return { model, rating, low: rating - radius, high: rating + radius, isProvisional };
  });
  const describeTerm = (column: number, factor: number): Term => {
    const weights = fit.parameters.map((_value, n) => (n === column ? factor : 0));
    const points = factor * fit.parameters[column]!;
    const radius = intervals.getRadius(weights);
    return { points, low: points - radius, high: points + radius };
  };
  const { sideColumn, lengthColumn } = fit;
  return {
    ratings: addRanks(ratings),
    unranked: listUnranked(unranked),
    rated: debates,
    debates: debates.length,
    votes: debates.reduce((sum, { votes }) => sum + votes, 0),
    side: describeTerm(sideColumn, POINTS_PER_LOGIT),
    doubleLength:
      lengthColumn === null ? null : describeTerm(lengthColumn, Math.LN2 * POINTS_PER_LOGIT),
    removal: countRemovals(fit, intervals),
  };
};
