import {
  cohenKappa,
  type RatingPair,
  wilsonInterval,
} from "#shared/domain/debates/judging/statistics.ts";

/** The pairs of a contingency table of counts. */
const pairsOf = (table: readonly (readonly number[])[]): RatingPair[] =>
  table.flatMap((row, first) =>
    row.flatMap((count, second) =>
      Array.from({ length: count }, (): RatingPair => [`${first}`, `${second}`]),
    ),
  );

describe("Wilson's interval", () => {
  // Newcombe (1998), Statistics in Medicine 17, table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])("of %i in %i is the published one", (successes, trials, low, high) => {
    const interval = wilsonInterval(successes, trials);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  it("is everything without trials, and mirrors when successes become failures", () => {
    expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
    const { low, high } = wilsonInterval(7, 10);
    expect(wilsonInterval(3, 10).low).toBeCloseTo(1 - high, 12);
    expect(wilsonInterval(3, 10).high).toBeCloseTo(1 - low, 12);
  });
});

describe("Cohen's kappa", () => {
  it.each([
    // Fleiss (1981), Statistical Methods for Rates and Proportions, table 13.1.
    ["100 diagnoses", [[75, 1, 4], [5, 4, 1], [0, 0, 10]], 0.68, 0.087, 2], // prettier-ignore
    // Fleiss, Cohen and Everitt (1969), Psychological Bulletin 72.
    ["200 diagnoses", [[106, 10, 4], [22, 28, 10], [2, 12, 6]], 0.429, Math.sqrt(0.002885), 3], // prettier-ignore
  ])("of %s has the published value and standard error", (_what, table, value, error, digits) => {
    const kappa = cohenKappa(pairsOf(table));
    expect(kappa?.value).toBeCloseTo(value, digits);
    expect(((kappa?.high ?? 0) - (kappa?.low ?? 0)) / 2 / 1.96).toBeCloseTo(error, digits);
  });

  it("is 1 for full agreement and -1 for full disagreement of two equal classes", () => {
    expect(cohenKappa(pairsOf([[20, 0], [0, 20]]))).toEqual({ value: 1, low: 1, high: 1 }); // prettier-ignore
    expect(cohenKappa(pairsOf([[0, 20], [20, 0]]))?.value).toBe(-1); // prettier-ignore
  });

  it("is undefined without pairs, and if all ratings are the same", () => {
    expect(cohenKappa([])).toBeNull();
    expect(cohenKappa([["draw", "draw"]])).toBeNull();
  });
});
