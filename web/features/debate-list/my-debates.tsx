import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ListedDebate } from "#shared/contract/debates/debate.ts";
import {
  hasListFilters,
  type DebateListState,
  MY_DEBATE_LIST,
} from "#shared/domain/debates/debate-list.ts";
import { formatCount } from "#web/lib/format.ts";
import { PagedDebates } from "./paged-debates.tsx";
import { DebateListControls } from "./debate-list-controls.tsx";
import { myDebatesQuery } from "./debate-list-queries.ts";

interface MyDebatesProps {
  listState: DebateListState;
  actions: (debate: ListedDebate) => ReactNode;
}

export const MyDebates = ({ listState, actions }: MyDebatesProps) => {
  const query = useQuery(myDebatesQuery(listState));
  const isSought = hasListFilters(listState);
  const hasNone = query.data?.total === 0 && !isSought && listState.page === 1;
  return (
    <>
      {!hasNone && <DebateListControls list={MY_DEBATE_LIST} listState={listState} />}
      <PagedDebates
        list={MY_DEBATE_LIST}
        listState={listState}
        query={query}
        count={(total) => formatCount(total, "debate")}
        empty={isSought ? "No matches." : "You haven't created any debates yet."}
        actions={actions}
      />
    </>
  );
};
