import { MIN_KAPPA_PAIRS } from "./charter.ts";

/** The 97.5th percentile of the normal distribution, for 95% intervals. */
const Z = 1.959963984540054;

export interface Interval {
  low: number;
  high: number;
}

/**
 * Wilson's 95% interval of a proportion, without continuity correction. Without trials it is 0 to 1.
 */
export const wilsonInterval = (successes: number, trials: number): Interval => {
  if (trials === 0) return { low: 0, high: 1 };
  const p = successes / trials;
  const z2 = Z * Z;
  const center = (p + z2 / (2 * trials)) / (1 + z2 / trials);
  const half =
    (Z / (1 + z2 / trials)) * Math.sqrt((p * (1 - p)) / trials + z2 / (4 * trials * trials));
  return { low: Math.max(0, center - half), high: Math.min(1, center + half) };
};

export interface Kappa extends Interval {
  value: number;
}

/** Two ratings of the same subject. */
export type RatingPair = readonly [first: string, second: string];

/**
 * Cohen's kappa with its 95% interval for large samples (Fleiss, Cohen and Everitt 1969). Null if
 * it is undefined, because there are no pairs or all ratings are the same.
 */
export const cohenKappa = (pairs: readonly RatingPair[]): Kappa | null => {
  const n = pairs.length;
  const categories = [...new Set(pairs.flat())];
  const share = (matches: (pair: RatingPair) => boolean): number =>
    pairs.filter(matches).length / n;
  const first = new Map(categories.map((c) => [c, share(([rating]) => rating === c)]));
  const second = new Map(categories.map((c) => [c, share(([, rating]) => rating === c)]));
  const of = (shares: ReadonlyMap<string, number>, category: string) => shares.get(category) ?? 0;
  const sum = (value: (category: string) => number): number =>
    categories.reduce((total, category) => total + value(category), 0);
  const observed = share(([a, b]) => a === b);
  const expected = sum((c) => of(first, c) * of(second, c));
  if (n === 0 || expected === 1) return null;
  const value = (observed - expected) / (1 - expected);
  const agreeing = sum((c) => {
    const both = share(([a, b]) => a === c && b === c);
    return both * (1 - (of(first, c) + of(second, c)) * (1 - value)) ** 2;
  });
  const differing = sum((a) =>
    sum((b) =>
      a === b
        ? 0
        : share((pair) => pair[0] === a && pair[1] === b) * (of(second, a) + of(first, b)) ** 2,
    ),
  );
  const variance =
    (agreeing + (1 - value) ** 2 * differing - (value - expected * (1 - value)) ** 2) /
    (n * (1 - expected) ** 2);
  const half = Z * Math.sqrt(Math.max(0, variance));
  return { value, low: Math.max(-1, value - half), high: Math.min(1, value + half) };
};

/** How often both ratings are the same. Kappa is null below `MIN_KAPPA_PAIRS`. */
export const measureSelfAgreement = (
  pairs: readonly RatingPair[],
): { pairs: number; agreed: number; kappa: Kappa | null } => ({
  pairs: pairs.length,
  agreed: pairs.filter(([first, second]) => first === second).length,
  kappa: pairs.length < MIN_KAPPA_PAIRS ? null : cohenKappa(pairs),
});
