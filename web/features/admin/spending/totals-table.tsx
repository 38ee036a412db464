import type { ReactNode } from "react";
import { Table, TableCell, TableRow } from "#web/components/ui/table.tsx";
import { moneyOf } from "./figures.ts";
import type { Totals } from "./stacks.ts";

const FIGURES = [
  "Requests",
  "Tokens read",
  "Tokens written",
  "Characters spoken",
  "Price",
] as const;

const figuresOf = (totals: Totals): Record<(typeof FIGURES)[number], string> => {
  const count = (number: number): string => number.toLocaleString("en");
  const about = (number: number, inWords = count): string =>
    (totals.isEstimated && number > 0 ? "≈ " : "") + inWords(number);
  return {
    Requests: count(totals.requests),
    "Tokens read": about(totals.inputTokens),
    "Tokens written": about(totals.outputTokens),
    "Characters spoken": count(totals.characters),
    Price: about(totals.price, moneyOf),
  };
};

export interface TotalsRow {
  key: string;
  name: ReactNode;
  totals: Totals;
}

interface TotalsTableProps {
  label: string;
  /** Label of the first column. */
  heading: string;
  rows: readonly TotalsRow[];
}

export const TotalsTable = ({ label, heading, rows }: TotalsTableProps) => (
  <Table
    label={label}
    columns={[{ label: heading }, ...FIGURES.map((figure) => ({ label: figure, isNumber: true }))]}
    isBusy={false}
  >
    {rows.map(({ key, name, totals }) => {
      const figures = figuresOf(totals);
      return (
        <TableRow key={key}>
          <TableCell label={heading} isLong>
            <strong>{name}</strong>
          </TableCell>
          {FIGURES.map((figure) => (
            <TableCell key={figure} label={figure} isNumber>
              {figures[figure]}
            </TableCell>
          ))}
        </TableRow>
      );
    })}
  </Table>
);
