import type { ReactNode } from "react";
import { Button } from "#web/components/ui/controls/button.tsx";
import { EmptyState } from "#web/components/ui/feedback/empty-state.tsx";
import { ListCount, ListRows, Pager } from "#web/components/ui/page/pager.tsx";
import { ErrorNotice } from "#web/components/ui/feedback/error-notice.tsx";
import { formatCount } from "#web/lib/format.ts";
import { useSettledValue } from "#web/lib/api/use-settled-value.ts";
import type { AdminList } from "./use-admin-list.ts";
import { isolateText } from "#shared/domain/debates/language/text-in-markup.ts";

interface AdminListBodyProps<Row> {
  list: AdminList<Row>;
  /** Noun for one row, in the singular. */
  noun: string;
  /** The current search texts; an empty text does not filter. */
  searchTexts: readonly string[];
  /** Shown in place of the rows while they load. */
  loading: ReactNode;
  children: (rows: Row[]) => ReactNode;
}

/** The button of an empty list: removes the filters or, if there are none, refetches the list. */
const EmptyListAction = <Row,>({
  list: { isFiltered, clearFilters, refetch, leaveRow },
}: Pick<AdminListBodyProps<Row>, "list">) =>
  isFiltered ? (
    <Button
      onClick={() => {
        leaveRow();
        clearFilters();
      }}
    >
      Show all
    </Button>
  ) : (
    <Button onClick={refetch}>Check again</Button>
  );

/** A list with its count, rows and pager, and its loading, error and empty states. */
export const AdminListBody = <Row,>({
  list,
  noun,
  searchTexts,
  loading,
  children,
}: AdminListBodyProps<Row>) => {
  const { page, error, refetch, isBusy, head, pageNumber, pageCount, buildPageUrl } = list;
  const emptyTitle = useSettledValue(getEmptyTitle(noun, searchTexts), isBusy);
  if (page === undefined && error) return <ErrorNotice message={error.message} retry={refetch} />;
  return (
    <>
      <ListCount ref={head} tabIndex={-1} role="status" isEmpty={page?.total === 0}>
        {page ? formatCount(page.total, noun) : "Loading…"}
      </ListCount>
      {page === undefined && loading}
      {page && (
        <ListRows isOld={isBusy}>
          {page.total === 0 && page.rows.length === 0 && (
            <EmptyState
              variant="slim"
              title={emptyTitle}
              action={<EmptyListAction list={list} />}
            />
          )}
          {page.rows.length > 0 && children(page.rows)}
        </ListRows>
      )}
      {page && (
        <Pager
          label={`Pages of ${noun}s`}
          page={pageNumber}
          pages={pageCount}
          to={buildPageUrl}
          replace
          head={head}
        />
      )}
    </>
  );
};

const getEmptyTitle = (noun: string, searchTexts: readonly string[]): string => {
  const quotedTexts = searchTexts
    .filter((text) => text !== "")
    .map((text) => `“${isolateText(text)}”`);
  return quotedTexts.length > 0
    ? `No ${noun} matches ${quotedTexts.join(" and ")}.`
    : `There is no ${noun} yet.`;
};
