import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import type { ListedDebate } from "#shared/contract/debates/debate.ts";
import type { ListPage } from "#shared/contract/page.ts";
import {
  type DebateList,
  DEBATES_PER_PAGE,
  buildListUrl,
  hasListFilters,
  type DebateListState,
} from "#shared/domain/debates/debate-list.ts";
import { StartDebateLink } from "#web/components/debate/starting/start-debate-link.tsx";
import { ButtonLink } from "#web/components/ui/controls/button.tsx";
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
  /** Whether a section above lists the live debates. */
  isLiveListed?: boolean;
  actions?: (debate: ListedDebate) => ReactNode;
}

/** Leads from an empty result to the whole list or, if the whole list is empty, to a new debate. */
const EmptyListAction = ({ list, listState }: Pick<PagedDebatesProps, "list" | "listState">) =>
  hasListFilters(listState) || listState.page > 1 ? (
    <ButtonLink to={buildListUrl({ sort: listState.sort, q: "", page: 1 }, list)} css={{ mt: "2" }}>
      Show all debates
    </ButtonLink>
  ) : (
    <StartDebateLink />
  );

export const PagedDebates = (props: PagedDebatesProps) => {
  const { list, listState, query, count, empty, isLiveListed, actions } = props;
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
          isLiveListed={isLiveListed ?? false}
          empty={<EmptyState title={emptyTitle} action={<EmptyListAction {...props} />} />}
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
