import type { ModelRating } from "#shared/contract/leaderboard.ts";
import { Badge } from "#web/components/ui/content/badge.tsx";
import { Table, TableCell, TableRow } from "#web/components/ui/content/table.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { formatCost, formatHalves } from "./format-figures.ts";
import { IntervalBar, type Scale } from "./interval-bar.tsx";
import { ModelName } from "./model-name.tsx";

const MEAN_RATING = 1000;

const COLUMNS = [
  { label: "Rank" },
  { label: "Model" },
  { label: "Rating", isNumber: true },
  { label: "95% interval" },
  { label: "Debates", isNumber: true },
  { label: "Votes", isNumber: true },
  { label: "Won", isNumber: true },
  { label: "Cost per win", isNumber: true },
] as const;

const Points = styled("strong", {
  base: { fontFamily: "display", fontSize: "20", fontVariantNumeric: "tabular-nums" },
});
const Range = styled("span", {
  base: { display: "block", fontSize: "13", color: "muted", fontVariantNumeric: "tabular-nums" },
});

/** The scale of all bars: from the lowest to the highest limit, around the mean. */
const getScale = (ratings: readonly ModelRating[]): Scale => {
  const distances = ratings.map(({ low, high }) => Math.max(MEAN_RATING - low, high - MEAN_RATING));
  const radius = Math.max(100, ...distances);
  return { from: MEAN_RATING - radius, to: MEAN_RATING + radius };
};

const RatingRow = ({ row, scale }: { row: ModelRating; scale: Scale }) => {
  const { rank, rating, low, high, isProvisional, debates, votes, wins, dollarsPerWin } = row;
  return (
    <TableRow>
      <TableCell label="Rank">
        <Points>{rank}</Points>
      </TableCell>
      <TableCell label="Model">
        <ModelName provider={row.provider} model={row.model} />
      </TableCell>
      <TableCell label="Rating" isNumber>
        <Points>{Math.round(rating)}</Points> {isProvisional && <Badge>provisional</Badge>}
      </TableCell>
      <TableCell label="Interval">
        <IntervalBar value={rating} low={low} high={high} middle={MEAN_RATING} scale={scale} />
        <Range>
          {Math.round(low)} to {Math.round(high)}
        </Range>
      </TableCell>
      <TableCell label="Debates" isNumber>
        {debates}
      </TableCell>
      <TableCell label="Votes" isNumber>
        {votes}
      </TableCell>
      <TableCell label="Won" isNumber>
        {formatHalves(wins)}
      </TableCell>
      <TableCell label="Cost / win" isNumber>
        {dollarsPerWin === null ? "unknown" : formatCost(dollarsPerWin)}
      </TableCell>
    </TableRow>
  );
};

interface RatingsTableProps {
  label: string;
  ratings: readonly ModelRating[];
}

export const RatingsTable = ({ label, ratings }: RatingsTableProps) => {
  const scale = getScale(ratings);
  return (
    <Table label={label} columns={COLUMNS} isBusy={false}>
      {ratings.map((row) => (
        <RatingRow key={`${row.provider} ${row.model}`} row={row} scale={scale} />
      ))}
    </Table>
  );
};
