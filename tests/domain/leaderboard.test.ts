import { fitBradleyTerry, type RatedDebate } from "#shared/domain/leaderboard/bradley-terry.ts";
import { rankModels } from "#shared/domain/leaderboard/rank-models.ts";
import { getRobustIntervals } from "#shared/domain/leaderboard/robust-intervals.ts";
import { getStudentQuantile } from "#shared/domain/leaderboard/student-t.ts";
import { simulateArena } from "../helpers/simulated-arena.ts";

const debate = (
  forModel: string,
  againstModel: string,
  forVotes: number,
  votes: number,
  logLength = 0,
): RatedDebate => ({ forModel, againstModel, forVotes, votes, logLength });

/** Returns debates of two models, as many as a ranking requires. */
const meet = (one: string, other: string, forVotes: number, votes: number): RatedDebate[] =>
  Array.from({ length: 6 }, (_debate, n) =>
    n % 2 === 0 ? debate(one, other, forVotes, votes) : debate(other, one, votes - forVotes, votes),
  );

describe("the Bradley-Terry fit reproduces published estimates", () => {
  /**
   * Games of the 1987 season of the American League's Eastern Division: home team, visiting team,
   * games won at home and away. Agresti, Categorical Data Analysis (2nd edition), table 10.10.
   */
  const GAMES: readonly [home: string, away: string, won: number, lost: number][] = [
    ["Milwaukee", "Detroit", 4, 3],
    ["Milwaukee", "Toronto", 4, 2],
    ["Milwaukee", "New York", 4, 3],
    ["Milwaukee", "Boston", 6, 1],
    ["Milwaukee", "Cleveland", 4, 2],
    ["Milwaukee", "Baltimore", 6, 0],
    ["Detroit", "Milwaukee", 3, 3],
    ["Detroit", "Toronto", 4, 2],
    ["Detroit", "New York", 4, 3],
    ["Detroit", "Boston", 6, 0],
    ["Detroit", "Cleveland", 6, 1],
    ["Detroit", "Baltimore", 4, 3],
    ["Toronto", "Milwaukee", 2, 5],
    ["Toronto", "Detroit", 4, 3],
    ["Toronto", "New York", 2, 4],
    ["Toronto", "Boston", 4, 3],
    ["Toronto", "Cleveland", 4, 2],
    ["Toronto", "Baltimore", 6, 0],
    ["New York", "Milwaukee", 3, 3],
    ["New York", "Detroit", 5, 1],
    ["New York", "Toronto", 2, 5],
    ["New York", "Boston", 4, 3],
    ["New York", "Cleveland", 4, 2],
    ["New York", "Baltimore", 6, 1],
    ["Boston", "Milwaukee", 5, 1],
    ["Boston", "Detroit", 2, 5],
    ["Boston", "Toronto", 3, 3],
    ["Boston", "New York", 4, 2],
    ["Boston", "Cleveland", 5, 2],
    ["Boston", "Baltimore", 6, 0],
    ["Cleveland", "Milwaukee", 2, 5],
    ["Cleveland", "Detroit", 3, 3],
    ["Cleveland", "Toronto", 3, 4],
    ["Cleveland", "New York", 4, 3],
    ["Cleveland", "Boston", 4, 2],
    ["Cleveland", "Baltimore", 2, 4],
    ["Baltimore", "Milwaukee", 2, 5],
    ["Baltimore", "Detroit", 1, 5],
    ["Baltimore", "Toronto", 1, 6],
    ["Baltimore", "New York", 2, 4],
    ["Baltimore", "Boston", 1, 6],
    ["Baltimore", "Cleveland", 3, 4],
  ];
  const TEAMS = ["Baltimore", "Boston", "Cleveland", "Detroit", "Milwaukee", "New York", "Toronto"];
  const fit = fitBradleyTerry(
    TEAMS,
    GAMES.map(([home, away, won, lost]) => debate(home, away, won, won + lost)),
  )!;

  test("the abilities of seven baseball teams are those of Agresti's table 10.11", () => {
    const powers = fit.strengths.map(Math.exp);
    const total = powers.reduce((sum, value) => sum + value, 0);
    const published = [0.044, 0.137, 0.088, 0.19, 0.22, 0.157, 0.164];
    powers.forEach((power, n) => expect(power / total).toBeCloseTo(published[n]!, 3));
  });

  test("the home advantage is 0.302, with a standard error of 0.131 for independent games", () => {
    expect(fit.parameters[fit.sideColumn]).toBeCloseTo(0.302, 3);
    expect(Math.sqrt(fit.inverse[fit.sideColumn]![fit.sideColumn]!)).toBeCloseTo(0.131, 3);
  });

  /** Agresti, table 10.8; estimates of the R package BradleyTerry2, ?citations. */
  test("four statistics journals have the published strengths by citations", () => {
    const journals = ["Biometrika", "Comm Statist", "JASA", "JRSS-B"];
    const citations = [
      debate("Biometrika", "Comm Statist", 730, 763),
      debate("Biometrika", "JASA", 498, 818),
      debate("Biometrika", "JRSS-B", 221, 505),
      debate("Comm Statist", "JASA", 68, 881),
      debate("Comm Statist", "JRSS-B", 17, 293),
      debate("JASA", "JRSS-B", 142, 467),
    ];
    // The mirrored halves keep the side term at 0, which the published model does not have.
    const mirrored = citations.map(({ forModel, againstModel, forVotes, votes }) =>
      debate(againstModel, forModel, votes - forVotes, votes),
    );
    const { strengths } = fitBradleyTerry(journals, [...citations, ...mirrored])!;
    const published = [0, -2.949_07, -0.479_57, 0.268_95];
    strengths.forEach((value, n) => expect(value - strengths[0]!).toBeCloseTo(published[n]!, 4));
  });
});

describe("the robust intervals", () => {
  test("agree with a jackknife that leaves out one debate at a time", () => {
    const { debates, strengths } = simulateArena(5, {
      models: 4,
      debates: 120,
      maxVotes: 20,
      agreement: 0.2,
    });
    const models = [...strengths.keys()].sort();
    const fit = fitBradleyTerry(models, debates)!;
    const estimate = fit.parameters[fit.sideColumn]!;
    const spread = debates.reduce((sum, _debate, left) => {
      const rest = debates.filter((_each, n) => n !== left);
      return sum + (fitBradleyTerry(models, rest)!.parameters[fit.sideColumn]! - estimate) ** 2;
    }, 0);
    const weights = fit.parameters.map((_value, n) => (n === fit.sideColumn ? 1 : 0));
    const error = getRobustIntervals(fit).getRadius(weights) / getStudentQuantile(100);
    expect(error / Math.sqrt(spread)).toBeGreaterThan(0.93);
    expect(error / Math.sqrt(spread)).toBeLessThan(1.03);
  });

  test("do not become narrower when every vote of a debate is counted twice", () => {
    const { debates } = simulateArena(6, { models: 4, debates: 60, maxVotes: 9, agreement: 0.3 });
    const doubled = debates.map((each) => ({
      ...each,
      votes: 2 * each.votes,
      forVotes: 2 * each.forVotes,
    }));
    const width = (all: readonly RatedDebate[]): number => {
      const { low, high } = rankModels(all).ratings[0]!;
      return high - low;
    };
    expect(width(doubled)).toBeCloseTo(width(debates), 3);
  });

  test("have the width for independent votes if all debates end the same by chance", () => {
    const [first] = rankModels(meet("one", "other", 6, 10)).ratings;
    const error = Math.sqrt(1 / (60 * 0.6 * 0.4)) / 2;
    expect(first!.high - first!.rating).toBeGreaterThan(1.96 * error * (400 / Math.LN10));
  });

  /** Any table of Student's t, for example NIST's Engineering Statistics Handbook, 1.3.6.7.2. */
  test.each([
    [4, 2.776],
    [5, 2.571],
    [10, 2.228],
    [30, 2.042],
    [1000, 1.962],
  ])("use the tabled quantile of Student's t for %d degrees of freedom", (degrees, tabled) => {
    expect(Math.abs(getStudentQuantile(degrees) / tabled - 1)).toBeLessThan(0.004);
  });
});

describe("the ranking", () => {
  const { debates } = simulateArena(11, { models: 6, debates: 150, maxVotes: 15, agreement: 0.2 });
  const ranking = rankModels(debates);

  test("has the mean 1000 and 400 points for odds of 10 to 1", () => {
    const mean = ranking.ratings.reduce((sum, { rating }) => sum + rating, 0) / 6;
    expect(mean).toBeCloseTo(1000, 6);
    const { ratings } = rankModels(meet("strong", "weak", 10, 11));
    expect(ratings[0]!.rating - ratings[1]!.rating).toBeCloseTo(400, 6);
  });

  test("is mirrored when all votes are swapped", () => {
    const swapped = debates.map((each) => ({ ...each, forVotes: each.votes - each.forVotes }));
    const mirrored = new Map(rankModels(swapped).ratings.map((each) => [each.model, each]));
    for (const { model, rating, low, high, isProvisional } of ranking.ratings) {
      const mirror = mirrored.get(model)!;
      expect(mirror.rating).toBeCloseTo(2000 - rating, 6);
      expect(mirror.low).toBeCloseTo(2000 - high, 6);
      expect(mirror.high).toBeCloseTo(2000 - low, 6);
      expect(mirror.isProvisional).toBe(isProvisional);
    }
  });

  test("does not depend on which side is called For", () => {
    const swapped = debates.map(({ forModel, againstModel, votes, forVotes, logLength }) =>
      debate(againstModel, forModel, votes - forVotes, votes, -logLength),
    );
    const renamed = rankModels(swapped);
    renamed.ratings.forEach(({ model, rating, low, rank }, n) => {
      const original = ranking.ratings[n]!;
      expect({ model, rank }).toEqual({ model: original.model, rank: original.rank });
      expect(rating).toBeCloseTo(original.rating, 6);
      expect(low).toBeCloseTo(original.low, 6);
    });
    expect(renamed.side!.points).toBeCloseTo(-ranking.side!.points, 6);
  });

  test("gives the same rank to models whose intervals overlap", () => {
    for (const { rank, high } of ranking.ratings)
      expect(rank).toBe(1 + ranking.ratings.filter(({ low }) => low > high).length);
    expect(rankModels(meet("one", "other", 6, 11)).ratings.map(({ rank }) => rank)).toHaveLength(2);
  });

  test("calls a rating provisional if its interval is wider than 150 points", () => {
    for (const { low, high, isProvisional } of ranking.ratings)
      expect(isProvisional).toBe(high - low > 150);
    const few = simulateArena(3, { models: 4, debates: 30, maxVotes: 3, agreement: 0.2 });
    expect(rankModels(few.debates).ratings.some(({ isProvisional }) => isProvisional)).toBe(true);
  });

  test("counts a tie as half a vote for each model", () => {
    const { ratings } = rankModels(meet("one", "other", 5.5, 11));
    for (const { rating } of ratings) expect(rating).toBeCloseTo(1000, 6);
  });

  test("separates the advantage of the side from the strengths", () => {
    const sided = Array.from({ length: 12 }, (_debate, n) =>
      n % 2 === 0 ? debate("one", "other", 8, 10) : debate("other", "one", 8, 10),
    );
    const { ratings, side } = rankModels(sided);
    for (const { rating } of ratings) expect(rating).toBeCloseTo(1000, 6);
    expect(side!.points).toBeCloseTo(400 * Math.log10(4), 6);
  });
});

describe("models that cannot be compared get no rating", () => {
  test("without debates there is no rating, no term and no removal", () => {
    expect(rankModels([])).toEqual({
      ratings: [],
      unranked: [],
      rated: [],
      debates: 0,
      votes: 0,
      side: null,
      doubleLength: null,
      removal: null,
    });
  });

  test("a model with fewer than five debates is left out", () => {
    const few = meet("a", "new", 3, 5).slice(0, 4);
    const { ratings, unranked } = rankModels([...meet("a", "b", 6, 10), ...few]);
    expect(ratings.map(({ model }) => model)).toEqual(["a", "b"]);
    expect(unranked).toEqual([{ model: "new", reason: "few_debates" }]);
  });

  test("a model that won all its votes is left out", () => {
    const { ratings, unranked } = rankModels([
      ...meet("a", "b", 6, 10),
      ...meet("unbeaten", "a", 10, 10),
    ]);
    expect(ratings.map(({ model }) => model)).toEqual(["a", "b"]);
    expect(unranked).toEqual([{ model: "unbeaten", reason: "not_connected" }]);
  });

  test("two models of which one won all votes are both left out", () => {
    const { ratings, unranked } = rankModels(meet("unbeaten", "other", 10, 10));
    expect(ratings).toEqual([]);
    expect(unranked.map(({ reason }) => reason)).toEqual(["not_connected", "not_connected"]);
  });

  test("of two groups that never met, the larger one is ranked", () => {
    const { ratings, unranked } = rankModels([
      ...meet("a", "b", 6, 10),
      ...meet("b", "c", 6, 10),
      ...meet("x", "y", 6, 10),
    ]);
    expect(ratings.map(({ model }) => model).sort()).toEqual(["a", "b", "c"]);
    expect(unranked.map(({ model }) => model)).toEqual(["x", "y"]);
  });

  test("models that always argue the same side are left out, because the side could explain all", () => {
    const sided = Array.from({ length: 8 }, () => debate("a", "b", 6, 10));
    expect(rankModels(sided).unranked).toEqual([
      { model: "a", reason: "not_identified" },
      { model: "b", reason: "not_identified" },
    ]);
  });

  test("a debate without votes and a debate of a model with itself give no model a rating", () => {
    const empty = Array.from({ length: 9 }, () => debate("a", "b", 0, 0));
    const alone = Array.from({ length: 9 }, () => debate("a", "a", 4, 9));
    expect(rankModels([...empty, ...alone])).toMatchObject({ ratings: [], unranked: [] });
  });
});

describe("the number of debates whose removal changes the first place", () => {
  test("is confirmed by ranking the rest", () => {
    const { debates } = simulateArena(21, {
      models: 5,
      debates: 120,
      maxVotes: 10,
      agreement: 0.2,
    });
    const { ratings, removal } = rankModels(debates);
    expect(removal!.debates).toBeGreaterThan(0);
    expect(removal!.debates).toBeLessThan(60);
    expect(removal!.leader).not.toBe(ratings[0]!.model);
  });

  test("is 1 if one debate alone made the difference", () => {
    const close = [...meet("a", "b", 5, 10), debate("a", "b", 10, 10), debate("b", "a", 6, 10)];
    expect(rankModels(close).removal).toEqual({ debates: 1, leader: "b" });
  });

  test("is larger for a larger lead", () => {
    const count = (victories: number): number => {
      const won = Array.from({ length: victories }, () => meet("a", "b", 13, 20)).flat();
      return rankModels([...won, ...meet("a", "b", 7, 20)]).removal!.debates;
    };
    expect(count(2)).toBeGreaterThanOrEqual(5);
    expect(count(3)).toBeGreaterThan(count(2));
  });

  test("is null if no other model can become first", () => {
    expect(rankModels(meet("a", "b", 9, 10)).removal).toBeNull();
  });
});
