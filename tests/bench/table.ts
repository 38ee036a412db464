import { medians, type Pair, type Spread } from "./measure.ts";

/** How ours may relate to bare. */
type Budget = { atMost: number } | { atLeast: number };

/** One line of the table; without a budget it is only told. */
export interface Row extends Pair {
  name: string;
  unit: string;
  /** Of ours over its rounds. */
  spread?: Spread;
  budget?: Budget;
}

/** The median of what was measured, beside what is allowed where there is nothing bare. */
export const besideAllowed = (ours: number[], allowed: number) => ({
  ...medians({ ours, bare: [] }, (value) => value),
  bare: allowed,
  budget: { atMost: 1 },
});

const isKept = ({ ours, bare, budget }: Row): boolean => {
  if (!budget) return true;
  const ratio = ours / bare;
  return "atMost" in budget ? ratio <= budget.atMost : ratio >= budget.atLeast;
};

const rounded = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString("en") : value.toPrecision(3);

const budgetText = (budget: Budget | undefined): string => {
  if (!budget) return "";
  return "atMost" in budget ? `≤ ${budget.atMost.toFixed(2)}` : `≥ ${budget.atLeast.toFixed(2)}`;
};

const spreadText = (spread: Spread | undefined): string =>
  spread ? ` (${spread.map(rounded).join(" to ")})` : "";

const cells = (row: Row): string[] => [
  row.name,
  `${rounded(row.ours)} ${row.unit}${spreadText(row.spread)}`,
  `${rounded(row.bare)} ${row.unit}`,
  (row.ours / row.bare).toFixed(2),
  budgetText(row.budget),
  row.budget ? (isKept(row) ? "yes" : "**no**") : "",
];

const line = (values: readonly string[]): string => `| ${values.join(" | ")} |`;

/** What stands above the rows, in Markdown. */
export const TABLE_HEAD = [
  line(["", "ours", "bare", "ratio", "budget", "ok"]),
  line(["---", "--:", "--:", "--:", "--:", "---"]),
].join("\n");

/** A row in Markdown. */
export const tableLine = (row: Row): string => line(cells(row));

export const areKept = (rows: readonly Row[]): boolean => rows.every(isKept);
