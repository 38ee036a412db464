import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { DEBATES_PER_PAGE, listAddress, type ListPlace } from "#shared/domain/debate-list.ts";
import { VISITOR_LIST } from "#shared/domain/visitor.ts";
import { EmptyState } from "#web/components/ui/empty-state.tsx";
import { ListHead, ListRows, Pager } from "#web/components/ui/pager.tsx";
import { HiddenSectionTitle } from "#web/components/ui/text.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { counted } from "#web/lib/format.ts";
import { useSettled } from "#web/lib/use-settled.ts";
import { DebateGrid } from "./debate-grid.tsx";
import { publicListQuery } from "./queries.ts";

/** A page of all public debates, and the way to the ones before and after it. */
export const PublicList = ({ place }: { place: ListPlace }) => {
  const { user } = useAuth();
  const { data, error, refetch, isPlaceholderData } = useQuery(publicListQuery(place));
  const nothing = useSettled(emptyTitle(place), isPlaceholderData);
  const head = useRef<HTMLParagraphElement>(null);
  const { total = 0 } = data ?? {};
  const last = Math.max(1, Math.ceil(total / DEBATES_PER_PAGE));
  // Visitors are sent no more, and not told of more.
  const isCut = user === null && total >= VISITOR_LIST;
  const count = isCut ? `The first ${VISITOR_LIST} debates` : counted(total, "debate");
  return (
    <>
      <HiddenSectionTitle>Debates</HiddenSectionTitle>
      <ListHead ref={head} tabIndex={-1} role="status" isEmpty={data?.total === 0}>
        {data ? count : !error && "Loading…"}
      </ListHead>
      <ListRows isOld={isPlaceholderData} aria-busy={isPlaceholderData}>
        <DebateGrid
          debates={{ data: data?.rows, error, refetch }}
          places={DEBATES_PER_PAGE}
          empty={<EmptyState title={nothing} />}
        />
      </ListRows>
      {data && (
        <Pager
          label="Pages"
          page={place.page}
          // Until the answer is there, the total may be another search's.
          pages={isPlaceholderData ? Math.max(place.page, last) : last}
          to={(page) => listAddress({ ...place, page })}
          head={head}
        />
      )}
    </>
  );
};

const emptyTitle = ({ q, sort, page }: ListPlace): string => {
  if (page > 1) return "There are no debates on this page.";
  if (q === "") return "No public debates yet.";
  // What has not begun has had no chance to be popular.
  return `No debate${sort === "popular" ? " that has begun" : ""} is about “${q}”.`;
};
