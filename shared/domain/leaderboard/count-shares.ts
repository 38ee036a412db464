import { wilsonInterval } from "../debates/judging/statistics.ts";

export interface Share {
  count: number;
  total: number;
  low: number;
  high: number;
}

/** Returns a share with its 95 % interval. Null if the total is 0. `count` may contain halves. */
export const toShare = (count: number, total: number): Share | null =>
  total === 0 ? null : { count, total, ...wilsonInterval(count, total) };

/** Returns the sum of the results as a share of their number. Null results are left out of both. */
export const shareOf = (results: readonly (number | null)[]): Share | null => {
  const known = results.filter((result) => result !== null);
  return toShare(
    known.reduce((sum, result) => sum + result, 0),
    known.length,
  );
};

/** Groups values by a key, in the order of their first appearance. */
export const groupBy = <T>(
  values: readonly T[],
  getKey: (value: T) => string,
): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = getKey(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
};
