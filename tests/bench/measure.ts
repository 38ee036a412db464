/** The value that the given share of all values does not exceed; 0.5 is the median. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
};

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** The same quantity of ours and of the bare baseline. */
export interface Pair {
  ours: number;
  bare: number;
}

/**
 * Medians over so many rounds. Ours and bare take turns, so that whatever else the machine does
 * meets both; the first rounds only warm up.
 */
export const compare = async (
  measure: Record<keyof Pair, () => Promise<number>>,
  { rounds, warmUps = 1 }: { rounds: number; warmUps?: number },
): Promise<Pair> => {
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds + warmUps; round++) {
    ours.push(await measure.ours());
    bare.push(await measure.bare());
  }
  return { ours: median(ours.slice(warmUps)), bare: median(bare.slice(warmUps)) };
};
