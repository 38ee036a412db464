import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ListedDebate } from "#shared/contract/debate.ts";
import { isNarrowed, type ListPlace, MY_LIST } from "#shared/domain/debate-list.ts";
import { counted } from "#web/lib/format.ts";
import { DebatePages } from "./debate-pages.tsx";
import { ListControls } from "./list-controls.tsx";
import { myListQuery } from "./queries.ts";

interface MyDebatesProps {
  place: ListPlace;
  actions: (debate: ListedDebate) => ReactNode;
}

/** The signed-in user's debates, with search. */
export const MyDebates = ({ place, actions }: MyDebatesProps) => {
  const query = useQuery(myListQuery(place));
  const isSought = isNarrowed(place);
  const hasNone = query.data?.total === 0 && !isSought && place.page === 1;
  return (
    <>
      {!hasNone && <ListControls list={MY_LIST} place={place} />}
      <DebatePages
        list={MY_LIST}
        place={place}
        query={query}
        count={(total) => counted(total, "debate")}
        empty={
          isSought ? "None of your debates is like that." : "You haven't created any debates yet."
        }
        hint={!isSought && "Create your first debate above!"}
        actions={actions}
      />
    </>
  );
};
