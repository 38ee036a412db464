import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { TOPIC_MAX } from "#shared/domain/debate.ts";
import {
  DEBATE_SORTS,
  listAddress,
  type ListPlace,
  SORT_LABEL,
} from "#shared/domain/debate-list.ts";
import { Input } from "#web/components/field.tsx";
import { styled } from "#web/components/theme/styled.tsx";

/** A search starts when the typing pauses. */
const PAUSE_MS = 300;

const Bar = styled("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "4",
    my: "6",
  },
});

const SearchForm = styled("form", {
  base: {
    position: "relative",
    flex: "1 1 18rem",
    "& svg": { position: "absolute", insetInlineStart: "1rem", top: "0.9rem", color: "muted" },
    "& input": { ps: "10" },
  },
});

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
  const [text, setText] = useState(place.q);
  const searched = useRef(place.q);

  // The address may change without the box: by going back, or by a link.
  useEffect(() => {
    if (place.q !== searched.current) setText(place.q);
    searched.current = place.q;
  }, [place.q]);

  useEffect(() => {
    const q = text.trim();
    if (q === searched.current) return undefined;
    const search = () => {
      searched.current = q;
      void navigate(listAddress({ ...place, q, page: 1 }), { replace: true });
    };
    const timer = setTimeout(search, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, place, navigate]);

  return (
    <SearchForm role="search" action="/debates/public" onSubmit={(event) => event.preventDefault()}>
      <Search size={18} aria-hidden="true" />
      <Input
        type="search"
        name="q"
        aria-label="Search debates by topic"
        placeholder="Search by topic"
        maxLength={TOPIC_MAX}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <input type="hidden" name="sort" value={place.sort} />
    </SearchForm>
  );
};
