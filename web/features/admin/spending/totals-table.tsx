import type { ReactNode } from "react";
import { Table, TableCell, TableRow } from "#web/components/ui/content/table.tsx";
import { formatPrice } from "./format-spending.ts";
import type { SpendingTotals } from "./group-spending.ts";

const COLUMN_LABELS = [
  "Requests",
  "Input tokens",
  "Output tokens",
  "Characters spoken",
  "Price",
] as const;

const formatTotals = (totals: SpendingTotals): Record<(typeof COLUMN_LABELS)[number], string> => {
  const formatNumber = (number: number): string => number.toLocaleString("en");
  const formatEstimate = (number: number, format = formatNumber): string =>
    (totals.isEstimated && number > 0 ? "≈ " : "") + format(number);
  return {
    Requests: formatNumber(totals.requests),
    "Input tokens": formatEstimate(totals.inputTokens),
    "Output tokens": formatEstimate(totals.outputTokens),
    "Characters spoken": formatNumber(totals.characters),
    Price: formatEstimate(totals.price, formatPrice),
  };
};

export interface TotalsRow {
  key: string;
  name: ReactNode;
  totals: SpendingTotals;
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
    columns={[
      { label: heading },
      ...COLUMN_LABELS.map((figure) => ({ label: figure, isNumber: true })),
    ]}
    isBusy={false}
  >
    {rows.map(({ key, name, totals }) => {
      const figures = formatTotals(totals);
      return (
        <TableRow key={key}>
          <TableCell label={heading} isLong>
            <strong>{name}</strong>
          </TableCell>
          {COLUMN_LABELS.map((figure) => (
            <TableCell key={figure} label={figure} isNumber>
              {figures[figure]}
            </TableCell>
          ))}
        </TableRow>
      );
    })}
  </Table>
);
