import { rankModels } from "#shared/domain/leaderboard/rank-models.ts";
import {
  type ArenaShape,
  simulateArena,
  TRUE_LENGTH_TERM,
  TRUE_SIDE_TERM,
} from "../helpers/simulated-arena.ts";

const ARENAS = 500;
const POINTS = 400 / Math.LN10;

interface Interval {
  low: number;
  high: number;
}

const covers = ({ low, high }: Interval, truth: number): boolean => low <= truth && truth <= high;

/** Returns the percentage of intervals that contain the true value, for ratings and terms. */
const measureCoverage = (shape: ArenaShape) => {
  const ratings: boolean[] = [];
  const sides: boolean[] = [];
  const lengths: boolean[] = [];
  for (let seed = 1; seed <= ARENAS; seed++) {
    const { debates, strengths } = simulateArena(seed * 7919, shape);
    const ranking = rankModels(debates);
    const ranked = ranking.ratings.map(({ model }) => strengths.get(model)!);
    const mean = ranked.reduce((sum, value) => sum + value, 0) / ranked.length;
    for (const rating of ranking.ratings)
      ratings.push(covers(rating, 1000 + POINTS * (strengths.get(rating.model)! - mean)));
    if (ranking.side) sides.push(covers(ranking.side, POINTS * TRUE_SIDE_TERM));
    if (ranking.doubleLength)
      lengths.push(covers(ranking.doubleLength, POINTS * TRUE_LENGTH_TERM * Math.LN2));
  }
  const percent = (results: readonly boolean[]): number =>
    (100 * results.filter(Boolean).length) / results.length;
  return { ratings: percent(ratings), side: percent(sides), length: percent(lengths) };
};

describe.each<[string, ArenaShape]>([
  ["8 models in 60 debates", { models: 8, debates: 60, maxVotes: 10, agreement: 0.2 }],
  ["8 models in 200 debates", { models: 8, debates: 200, maxVotes: 10, agreement: 0.2 }],
  ["20 models in 400 debates", { models: 20, debates: 400, maxVotes: 30, agreement: 0.1 }],
  ["4 models in 40 debates", { models: 4, debates: 40, maxVotes: 40, agreement: 0.3 }],
  ["3 models in 20 debates", { models: 3, debates: 20, maxVotes: 20, agreement: 0.2 }],
])(`intervals of 95 %% in ${ARENAS} simulated arenas with %s`, (_name, shape) => {
  test("contain the true ratings, side and length terms in 93 to 97 %", () => {
    const coverage = measureCoverage(shape);
    for (const percent of Object.values(coverage)) {
      expect(percent).toBeGreaterThanOrEqual(93);
      expect(percent).toBeLessThanOrEqual(97);
    }
  });
});
