import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { Skeleton } from "../feedback/skeleton.tsx";
import { styled } from "#web/components/theme/styled.tsx";

const Frame = styled("table", {
  base: {
    display: { base: "block", lg: "table" },
    w: "100%",
    borderCollapse: "collapse",
    fontSize: "14",
  },
});

const Head = styled("thead", { base: { display: { base: "none", lg: "table-header-group" } } });

const HeadRow = styled("tr", { base: {} });

const Body = styled("tbody", {
  base: { display: { base: "grid", lg: "table-row-group" }, gap: "3" },
});

const BodyRow = styled("tr", {
  base: {
    display: { base: "grid", lg: "table-row" },
    gridTemplateColumns: { base: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))" },
    columnGap: "4",
    rowGap: "2",
    p: { base: "4", lg: "0" },
    borderWidth: { base: "1px", lg: "0 0 1px" },
    borderColor: "line",
    borderRadius: { base: "card", lg: "0" },
    bg: { base: "panel", lg: "transparent" },
  },
});

const Cell = styled("td", {
  base: {
    display: { base: "grid", lg: "table-cell" },
    alignItems: "center",
    gap: "3",
    px: { lg: "3" },
    py: { lg: "2.5" },
    verticalAlign: "middle",
  },
  variants: {
    isLong: {
      true: {
        "& > div, & > div *": { overflowWrap: "anywhere" },
        "& > div": { minW: { lg: "7rem" } },
      },
      false: {},
    },
    isNumber: {
      true: { textAlign: { lg: "end" }, fontVariantNumeric: "tabular-nums" },
      false: {},
    },
    isEmpty: { true: { display: { base: "none", lg: "table-cell" }, color: "muted" }, false: {} },
    isWide: {
      true: {
        gridColumn: "1 / -1",
        gridTemplateColumns: "minmax(0, 1fr)",
        mt: { base: "1", lg: "0" },
        pt: { base: "3", lg: "2.5" },
        borderTopWidth: { base: "1px", lg: "0" },
        borderColor: "line",
      },
      false: {
        gridTemplateColumns: "5rem minmax(0, 1fr)",
        _before: {
          content: "attr(data-label)",
          display: { base: "block", lg: "none" },
          fontSize: "13",
          color: "muted",
        },
      },
    },
  },
});

const SkeletonCell = styled("td", { base: { gridColumn: "1 / -1", p: { lg: "2.5" } } });

const Heading = styled("th", {
  base: {
    h: "3.25rem",
    px: "3",
    borderBottomWidth: "1px",
    borderColor: "line",
    fontWeight: 500,
    textAlign: "start",
    whiteSpace: "nowrap",
    color: "muted",
  },
  variants: { isNumber: { true: { textAlign: "end" }, false: {} } },
});

const SortButton = styled("button", {
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "1",
    minH: "touch",
    fontWeight: "inherit",
    color: "inherit",
    _hover: { color: "ink" },
    "[aria-sort=ascending] &, [aria-sort=descending] &": { color: "ink" },
  },
});

export interface TableColumn {
  label: string;
  /** Numbers are aligned at the end of the column. */
  isNumber?: boolean;
  /** How the column is sorted; absent if users cannot sort by it. */
  order?: { direction: "ascending" | "descending" | null; onSort: () => void };
}

const SORT_ICONS = { ascending: ArrowUp, descending: ArrowDown };

const ColumnHeader = ({ label, isNumber = false, order }: TableColumn) => {
  if (!order)
    return (
      <Heading role="columnheader" scope="col" isNumber={isNumber}>
        {label}
      </Heading>
    );
  const Arrow = order.direction ? SORT_ICONS[order.direction] : ChevronsUpDown;
  return (
    <Heading
      role="columnheader"
      scope="col"
      isNumber={isNumber}
      aria-sort={order.direction ?? "none"}
    >
      <SortButton type="button" onClick={order.onSort}>
        {label}
        <Arrow size={14} aria-hidden="true" />
      </SortButton>
    </Heading>
  );
};

interface TableProps {
  label: string;
  columns: readonly TableColumn[];
  isBusy: boolean;
  children: ReactNode;
}

/**
 * A table. On small screens each row is a card with labelled cells. The roles are explicit, because
 * changing `display` removes the implicit roles.
 */
export const Table = ({ label, columns, isBusy, children }: TableProps) => (
  <Frame role="table" aria-label={label} aria-busy={isBusy}>
    <Head role="rowgroup">
      <HeadRow role="row">
        {columns.map((column) => (
          <ColumnHeader key={column.label} {...column} />
        ))}
      </HeadRow>
    </Head>
    <Body role="rowgroup">{children}</Body>
  </Frame>
);

export const TableRow = ({ children }: { children: ReactNode }) => (
  <BodyRow role="row">{children}</BodyRow>
);

interface TableCellProps {
  /** Label of the column, shown beside the cell on small screens. */
  label: string;
  /** On small screens the cell has no label and the full width. */
  isWide?: boolean;
  /** Whether long words may be broken anywhere. */
  isLong?: boolean;
  isNumber?: boolean;
  /** An empty cell shows a dash and is hidden on small screens. */
  children?: ReactNode;
}

export const TableCell = ({
  label,
  isWide = false,
  isLong = false,
  isNumber = false,
  children = null,
}: TableCellProps) => (
  <Cell
    role="cell"
    data-label={label}
    isWide={isWide}
    isLong={isLong}
    isNumber={isNumber}
    isEmpty={children === null}
  >
    <div>{children ?? "–"}</div>
  </Cell>
);

/** Placeholder rows while loading; `cardHeight` is the height of each on small screens. */
export const TableSkeleton = ({ count, cardHeight }: { count: number; cardHeight: string }) =>
  Array.from({ length: count }, (_, index) => (
    <TableRow key={index}>
      <SkeletonCell role="cell" colSpan={100}>
        <Skeleton css={{ h: { base: cardHeight, lg: "2.75rem" } }} />
      </SkeletonCell>
    </TableRow>
  ));
