import { useCallback } from "react";
import { Link, useNavigate } from "react-router-dom";
import {
  DEBATE_SORTS,
  listAddress,
  type ListPlace,
  SORT_LABEL,
} from "#shared/domain/debate-list.ts";
import { SearchEntry } from "#web/components/ui/search-entry.tsx";
import { styled } from "#web/components/theme/styled.tsx";

const Bar = styled("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "4",
    my: "6",
  },
});

const SearchForm = styled("form", { base: { flex: "1 1 18rem" } });

const Sorts = styled("nav", { base: { display: "flex", gap: "1" } });
const Sort = styled(Link, {
  base: {
    display: "inline-flex",
    alignItems: "center",
    minH: "touch",
    px: "3.5",
    borderRadius: "pill",
    fontSize: "14",
    fontWeight: 600,
    color: "muted",
    transition: "color 120ms, background-color 120ms",
    _hover: { color: "ink" },
    _currentPage: { color: "ink", bg: "ink/8" },
  },
});

/** Searching and sorting, kept in the address: links and a form, which need no script. */
export const ListControls = ({ place }: { place: ListPlace }) => (
  <Bar>
    <SearchBox place={place} />
    <Sorts aria-label="Sort by">
      {DEBATE_SORTS.map((sort) => (
        <Sort
          key={sort}
          to={listAddress({ ...place, sort, page: 1 })}
          aria-current={sort === place.sort ? "page" : undefined}
        >
          {SORT_LABEL[sort]}
        </Sort>
      ))}
    </Sorts>
  </Bar>
);

const SearchBox = ({ place }: { place: ListPlace }) => {
  const navigate = useNavigate();
  const search = useCallback(
    (q: string) => void navigate(listAddress({ ...place, q, page: 1 }), { replace: true }),
    [place, navigate],
  );
  return (
    <SearchForm role="search" action="/debates/public" onSubmit={(event) => event.preventDefault()}>
      <SearchEntry
        name="q"
        aria-label="Search debates by topic"
        placeholder="Search by topic"
        value={place.q}
        onSearch={search}
      />
      <input type="hidden" name="sort" value={place.sort} />
    </SearchForm>
  );
};
