/** Returns the value at this share of the sorted values, such as 0.95 for the 95th percentile. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
};

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** The same quantity measured for the product (`ours`) and for the baseline (`bare`). */
export interface OursAndBare<T = number> {
  ours: T;
  bare: T;
}

/**
 * Measures product and baseline alternately, so that other load of the machine affects both. The
 * first `warmUps` rounds are not counted.
 */
export const measureAlternately = async <T>(
  measure: OursAndBare<() => Promise<T>>,
  { rounds, warmUps = 1 }: { rounds: number; warmUps?: number },
): Promise<OursAndBare<T[]>> => {
  const ours: T[] = [];
  const bare: T[] = [];
  for (let round = 0; round < rounds + warmUps; round++) {
    ours.push(await measure.ours());
    bare.push(await measure.bare());
  }
  return { ours: ours.slice(warmUps), bare: bare.slice(warmUps) };
};

export type ValueRange = [lowest: number, highest: number];

const getRange = (values: readonly number[]): ValueRange => [
  Math.min(...values),
  Math.max(...values),
];

/**
 * Takes one number of each sample. Returns its median for product and baseline, and its range for
 * the product.
 */
export const computeMedians = <T>(
  { ours, bare }: OursAndBare<T[]>,
  number: (sample: T) => number,
): OursAndBare & { spread: ValueRange } => ({
  ours: median(ours.map(number)),
  bare: median(bare.map(number)),
  spread: getRange(ours.map(number)),
});
