import { useQuery } from "@tanstack/react-query";
import { isNarrowed, type ListPlace, PUBLIC_LIST } from "#shared/domain/debate-list.ts";
import { MOST_FOUND } from "#shared/domain/search.ts";
import { VISITOR_LIST } from "#shared/domain/visitor.ts";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { counted } from "#web/lib/format.ts";
import { DebatePages } from "./debate-pages.tsx";
import { publicListQuery } from "./queries.ts";

export const PublicList = ({ place }: { place: ListPlace }) => {
  const { user } = useAuth();
  const query = useQuery(publicListQuery(place));
  // The server's maximum for visitors and for searches; its total stops there too.
  const most = user === null ? VISITOR_LIST : place.q === "" ? Infinity : MOST_FOUND;
  return (
    <DebatePages
      list={PUBLIC_LIST}
      place={place}
      query={query}
      count={(total) => (total >= most ? `The first ${most} debates` : counted(total, "debate"))}
      empty={emptyTitle(place)}
    />
  );
};

const emptyTitle = (place: ListPlace): string => {
  const { q, sort, page } = place;
  if (page > 1) return "There are no debates on this page.";
  if (!isNarrowed(place)) return "No public debates yet.";
  // Sorting by popularity leaves out debates that have not begun.
  const which = `No debate${sort === "popular" ? " that has begun" : ""}`;
  return q === "" ? `${which} is like that.` : `${which} is about “${q}”.`;
};
