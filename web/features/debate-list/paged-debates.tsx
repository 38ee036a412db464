import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import type { ListedDebate } from "#shared/contract/debates/debate.ts";
import type { ListPage } from "#shared/contract/page.ts";
import {
  type DebateList,
  DEBATES_PER_PAGE,
  buildListUrl,
  type DebateListState,
} from "#shared/domain/debates/debate-list.ts";
import { EmptyState } from "#web/components/ui/feedback/empty-state.tsx";
import { ListCount, ListRows, Pager } from "#web/components/ui/page/pager.tsx";
import { ScreenReaderSectionTitle } from "#web/components/ui/content/typography.tsx";
import { restoreLostFocus } from "#web/lib/browser/restore-lost-focus.ts";
import { useSettledValue } from "#web/lib/api/use-settled-value.ts";
import { DebateGrid } from "./debate-grid.tsx";

interface PagedDebatesProps {
  list: DebateList;
  listState: DebateListState;
  query: UseQueryResult<ListPage<ListedDebate>>;
  /** Formats the total number of debates. */
  count: (total: number) => string;
  /** Title of the empty state. */
  empty: string;
  /** Advice in the empty state. */
  hint?: ReactNode;
  actions?: (debate: ListedDebate) => ReactNode;
}

export const PagedDebates = (props: PagedDebatesProps) => {
  const { list, listState, query, count, empty, hint, actions } = props;
  const { data, error, refetch, isPlaceholderData } = query;
  // Keeps the previous title until the new response has arrived.
  const emptyTitle = useSettledValue(empty, isPlaceholderData);
  const head = useRef<HTMLParagraphElement>(null);
  const last = Math.max(1, Math.ceil((data?.total ?? 0) / DEBATES_PER_PAGE));
  return (
    <>
      <ScreenReaderSectionTitle>Debates</ScreenReaderSectionTitle>
      <ListCount ref={head} tabIndex={-1} role="status" isEmpty={data?.total === 0}>
        {data ? count(data.total) : !error && "Loading…"}
      </ListCount>
      <ListRows
        ref={restoreLostFocus}
        tabIndex={-1}
        isOld={isPlaceholderData}
        aria-busy={isPlaceholderData}
      >
        <DebateGrid
          debates={{ data: data?.rows, error, refetch }}
          count={DEBATES_PER_PAGE}
          empty={<EmptyState title={emptyTitle}>{hint}</EmptyState>}
          actions={actions}
        />
      </ListRows>
      {data && (
        <Pager
          label="Pages"
          page={listState.page}
          // Until the response arrives, the total may belong to the previous search.
          pages={isPlaceholderData ? Math.max(listState.page, last) : last}
          to={(page) => buildListUrl({ ...listState, page }, list)}
          head={head}
        />
      )}
    </>
  );
};
