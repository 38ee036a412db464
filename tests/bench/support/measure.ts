/** The value that the given share of all values does not exceed. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
};

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** The same quantity of the product and of the bare baseline. */
export interface OursAndBare<T = number> {
  ours: T;
  bare: T;
}

/**
 * Measures `ours` and `bare` alternately, so that other load of the machine affects both. The first
 * `warmUps` rounds are not counted.
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

/** The lowest and the highest measured value. */
export type ValueRange = [lowest: number, highest: number];

const getRange = (values: readonly number[]): ValueRange => [
  Math.min(...values),
  Math.max(...values),
];

/** Medians of one number of the samples, with the range of ours. */
export const computeMedians = <T>(
  { ours, bare }: OursAndBare<T[]>,
  number: (sample: T) => number,
): OursAndBare & { spread: ValueRange } => ({
  ours: median(ours.map(number)),
  bare: median(bare.map(number)),
  spread: getRange(ours.map(number)),
});
