import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import type { ListedDebate } from "#shared/contract/debate.ts";
import type { ListPage } from "#shared/contract/page.ts";
import {
  type DebateList,
  DEBATES_PER_PAGE,
  listAddress,
  type ListPlace,
} from "#shared/domain/debate-list.ts";
import { EmptyState } from "#web/components/ui/empty-state.tsx";
import { ListHead, ListRows, Pager } from "#web/components/ui/pager.tsx";
import { HiddenSectionTitle } from "#web/components/ui/text.tsx";
import { keepFocus } from "#web/lib/keep-focus.ts";
import { useSettled } from "#web/lib/use-settled.ts";
import { DebateGrid } from "./debate-grid.tsx";

interface DebatePagesProps {
  list: DebateList;
  place: ListPlace;
  query: UseQueryResult<ListPage<ListedDebate>>;
  /** Formats the total number. */
  count: (total: number) => string;
  /** Title of the empty state. */
  empty: string;
  /** Advice in the empty state. */
  hint?: ReactNode;
  actions?: (debate: ListedDebate) => ReactNode;
}

/** A page of a debate list with its pager. */
export const DebatePages = (props: DebatePagesProps) => {
  const { list, place, query, count, empty, hint, actions } = props;
  const { data, error, refetch, isPlaceholderData } = query;
  // Keeps the previous text until the new response has arrived.
  const nothing = useSettled(empty, isPlaceholderData);
  const head = useRef<HTMLParagraphElement>(null);
  const last = Math.max(1, Math.ceil((data?.total ?? 0) / DEBATES_PER_PAGE));
  return (
    <>
      <HiddenSectionTitle>Debates</HiddenSectionTitle>
      <ListHead ref={head} tabIndex={-1} role="status" isEmpty={data?.total === 0}>
        {data ? count(data.total) : !error && "Loading…"}
      </ListHead>
      <ListRows
        ref={keepFocus}
        tabIndex={-1}
        isOld={isPlaceholderData}
        aria-busy={isPlaceholderData}
      >
        <DebateGrid
          debates={{ data: data?.rows, error, refetch }}
          places={DEBATES_PER_PAGE}
          empty={<EmptyState title={nothing}>{hint}</EmptyState>}
          actions={actions}
        />
      </ListRows>
      {data && (
        <Pager
          label="Pages"
          page={place.page}
          // The total may belong to the previous search until the response has arrived.
          pages={isPlaceholderData ? Math.max(place.page, last) : last}
          to={(page) => listAddress({ ...place, page }, list)}
          head={head}
        />
      )}
    </>
  );
};
