import type { ReactNode } from "react";
import { EmptyState } from "#web/components/ui/empty-state.tsx";
import { ListHead, ListRows, Pager } from "#web/components/ui/pager.tsx";
import { Trouble } from "#web/components/ui/trouble.tsx";
import { counted } from "#web/lib/format.ts";
import { useSettled } from "#web/lib/use-settled.ts";
import type { List } from "./use-list.ts";

interface ListBodyProps<Row> {
  list: List<Row>;
  /** Singular noun for a row. */
  one: string;
  /** The search texts; empty ones are not applied. */
  sought: readonly string[];
  /** Placeholder of the rows while loading. */
  loading: ReactNode;
  children: (rows: Row[]) => ReactNode;
}

/** A list with its count, rows and pager, and its loading, error and empty states. */
export const ListBody = <Row,>({ list, one, sought, loading, children }: ListBodyProps<Row>) => {
  const { page, error, refetch, isBusy, head, pageNumber, pageCount, addressOf } = list;
  const nothing = useSettled(emptyTitle(one, sought), isBusy);
  if (page === undefined && error) return <Trouble message={error.message} retry={refetch} />;
  return (
    <>
      <ListHead ref={head} tabIndex={-1} role="status" isEmpty={page?.total === 0}>
        {page ? counted(page.total, one) : "Loading…"}
      </ListHead>
      {page === undefined && loading}
      {page && (
        <ListRows isOld={isBusy}>
          {page.total === 0 && page.rows.length === 0 && <EmptyState look="slim" title={nothing} />}
          {page.rows.length > 0 && children(page.rows)}
        </ListRows>
      )}
      {page && (
        <Pager
          label={`Pages of ${one}s`}
          page={pageNumber}
          pages={pageCount}
          to={addressOf}
          replace
          head={head}
        />
      )}
    </>
  );
};

const emptyTitle = (one: string, sought: readonly string[]): string => {
  const words = sought.filter((word) => word !== "").map((word) => `“${word}”`);
  return words.length > 0 ? `No ${one} matches ${words.join(" and ")}.` : `There is no ${one} yet.`;
};
