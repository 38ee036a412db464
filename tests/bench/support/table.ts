import { computeMedians, type OursAndBare, type ValueRange } from "./measure.ts";

/** Limit for the product's value divided by the baseline's. */
type RatioBudget = { atMost: number } | { atLeast: number };

/** One row of the table. A row without a budget is only for information. */
export interface BenchRow extends OursAndBare {
  name: string;
  unit: string;
  /** Smallest and largest value of the product over all rounds. */
  spread?: ValueRange;
  budget?: RatioBudget;
}

/** Compares the product's median with an allowed value instead of a baseline. */
export const compareWithAllowed = (ours: number[], allowed: number) => ({
  ...computeMedians({ ours, bare: [] }, (value) => value),
  bare: allowed,
  budget: { atMost: 1 },
});

const isWithinBudget = ({ ours, bare, budget }: BenchRow): boolean => {
  if (!budget) return true;
  const ratio = ours / bare;
  return "atMost" in budget ? ratio <= budget.atMost : ratio >= budget.atLeast;
};

const formatNumber = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString("en") : value.toPrecision(3);

const budgetText = (budget: RatioBudget | undefined): string => {
  if (!budget) return "";
  return "atMost" in budget ? `≤ ${budget.atMost.toFixed(2)}` : `≥ ${budget.atLeast.toFixed(2)}`;
};

const spreadText = (spread: ValueRange | undefined): string =>
  spread ? ` (${spread.map(formatNumber).join(" to ")})` : "";

export const cells = (row: BenchRow): string[] => [
  row.name,
  `${formatNumber(row.ours)} ${row.unit}${spreadText(row.spread)}`,
  `${formatNumber(row.bare)} ${row.unit}`,
  (row.ours / row.bare).toFixed(2),
  budgetText(row.budget),
  row.budget ? (isWithinBudget(row) ? "yes" : "**no**") : "",
];

const line = (values: readonly string[]): string => `| ${values.join(" | ")} |`;

export const TABLE_HEAD = [
  line(["", "ours", "bare", "ratio", "budget", "ok"]),
  line(["---", "--:", "--:", "--:", "--:", "---"]),
].join("\n");

export const renderRow = (row: BenchRow): string => line(cells(row));

export const areWithinBudget = (rows: readonly BenchRow[]): boolean => rows.every(isWithinBudget);
