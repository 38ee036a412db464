import { useQuery } from "@tanstack/react-query";
import {
  hasListFilters,
  type DebateListState,
  PUBLIC_DEBATE_LIST,
} from "#shared/domain/debates/debate-list.ts";
import { MAX_SEARCH_RESULTS } from "#shared/domain/search.ts";
import { VISITOR_MAX_DEBATES } from "#shared/domain/accounts/visitor-limits.ts";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { formatCount } from "#web/lib/format.ts";
import { PagedDebates } from "./paged-debates.tsx";
import { publicDebatesQuery } from "./debate-list-queries.ts";
import { isolateText } from "#shared/domain/debates/language/text-in-markup.ts";

/** Whether the page has a section of live debates above the list. */
export const isLiveSectionShown = (listState: DebateListState): boolean =>
  listState.page === 1 && !hasListFilters(listState);

export const PublicDebates = ({ listState }: { listState: DebateListState }) => {
  const { user } = useAuth();
  const query = useQuery(publicDebatesQuery(listState));
  // The highest total that the server reports to this viewer and for this search.
  const maxCount =
    user === null ? VISITOR_MAX_DEBATES : listState.q === "" ? Infinity : MAX_SEARCH_RESULTS;
  return (
    <PagedDebates
      list={PUBLIC_DEBATE_LIST}
      listState={listState}
      query={query}
      count={(total) =>
        total >= maxCount ? `The first ${maxCount} debates` : formatCount(total, "debate")
      }
      isLiveListed={isLiveSectionShown(listState)}
      empty={getEmptyTitle(listState)}
    />
  );
};

const getEmptyTitle = (listState: DebateListState): string => {
  const { q, page } = listState;
  if (page > 1) return "There are no debates on this page.";
  if (!hasListFilters(listState)) return "No public debates yet.";
  return q === "" ? "No matches." : `No debates match “${isolateText(q)}”.`;
};
