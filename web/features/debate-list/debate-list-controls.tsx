import { X } from "lucide-react";
import { useCallback } from "react";
import { Link, useNavigate } from "react-router-dom";
import { FORMAT_LABEL } from "#shared/domain/debates/debate.ts";
import {
  DEBATE_SORTS,
  type DebateFilters,
  type DebateList,
  hasListFilters,
  buildListUrl,
  type ListStatus,
  type DebateListState,
  parseListState,
  PUBLIC_DEBATE_LIST,
  SORT_LABEL,
} from "#shared/domain/debates/debate-list.ts";
import { PROVIDERS } from "#shared/domain/provider.ts";
import { SearchField } from "#web/components/ui/controls/search-field.tsx";
import { Select } from "#web/components/ui/controls/select.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { useLanguageOptions } from "./use-language-options.ts";
import { restoreLostFocus } from "#web/lib/browser/restore-lost-focus.ts";
import { styled } from "#web/components/theme/styled.tsx";

const Form = styled("form", { base: { display: "grid", gap: "3", my: "6" } });
const Bar = styled("div", {
  base: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "2" },
});

/* In narrow windows, the sort links have their own line above the filters. */
const Sorts = styled("nav", {
  base: { display: "flex", gap: "1", me: "auto", flexBasis: { base: "100%", xl: "auto" } },
});
const pillStyle = {
  display: "inline-flex",
  alignItems: "center",
  gap: "1",
  minH: "touch",
  px: "3.5",
  borderRadius: "pill",
  fontSize: "14",
  fontWeight: 600,
  color: "muted",
  transition: "color 120ms, background-color 120ms",
  _hover: { color: "ink" },
} as const;
const Sort = styled(Link, { base: { ...pillStyle, _currentPage: { color: "ink", bg: "ink.8" } } });
const ClearFiltersLink = styled(Link, { base: { ...pillStyle, px: "2" } });

/** Narrow enough for three filters in a row on a phone. Four filters have two rows. */
const Filter = styled(Select, {
  base: {
    flex: { base: "1 1 0", md: "none" },
    minW: 0,
    ps: { base: "2.5", md: "3" },
    pe: { base: "7", md: "10" },
    backgroundPosition: { base: "right 0.5rem center", md: "right 0.75rem center" },
    fontSize: { base: "13", md: "14" },
    textOverflow: "ellipsis",
  },
});

const STATUS_LABEL = {
  live: "Live",
  paused: "Paused",
  pending: "Not started",
  completed: "Finished",
} as const satisfies Record<ListStatus, string>;

interface DebateListControlsProps {
  list: DebateList;
  listState: DebateListState;
}

/**
 * Search, filters and sorting of a list. Their state is in the URL, so without JavaScript the
 * controls work as links and as a form.
 */
export const DebateListControls = ({ list, listState }: DebateListControlsProps) => {
  const navigate = useNavigate();
  const getProviderLabel = useProviderLabel();
  const setListState = useCallback(
    (change: Partial<DebateListState>) =>
      void navigate(buildListUrl({ ...listState, ...change, page: 1 }, list), {
        replace: true,
        preventScrollReset: true,
      }),
    [list, listState, navigate],
  );
  const search = useCallback((q: string) => setListState({ q }), [setListState]);
  const isPublic = list === PUBLIC_DEBATE_LIST;
  const languages = useLanguageOptions(listState.language, isPublic);
  const filter = (
    name: keyof DebateFilters,
    label: string,
    any: string,
    options: Record<string, string>,
  ) => (
    <Filter
      name={name}
      aria-label={label}
      css={{
        ...(isPublic && { flexBasis: { base: "40%", md: "auto" } }),
        // The options come late and must not change the width.
        ...(name === "language" && { w: { md: "10rem" } }),
      }}
      value={listState[name] ?? ""}
      // The URL's parser rejects unknown values.
      onChange={({ currentTarget }) =>
        setListState({ [name]: parseListState(`?${name}=${currentTarget.value}`)[name] })
      }
    >
      <option value="">{any}</option>
      {Object.entries(options).map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </Filter>
  );
  return (
    <Form
      ref={restoreLostFocus}
      tabIndex={-1}
      role="search"
      action={list.page}
      onSubmit={(event) => event.preventDefault()}
    >
      <SearchField
        name="q"
        aria-label="Search debates"
        placeholder="Topics, turns, chatbots, users"
        value={listState.q}
        onSearch={search}
      />
      <Bar>
        {isPublic && (
          <Sorts aria-label="Sort by">
            {DEBATE_SORTS.map((sort) => (
              <Sort
                key={sort}
                to={buildListUrl({ ...listState, sort, page: 1 }, list)}
                aria-current={sort === listState.sort ? "page" : undefined}
              >
                {SORT_LABEL[sort]}
              </Sort>
            ))}
          </Sorts>
        )}
        {filter("status", "Status", "Any status", STATUS_LABEL)}
        {filter("format", "Format", "Any format", FORMAT_LABEL)}
        {filter(
          "provider",
          "Chatbot",
          "Any chatbot",
          Object.fromEntries(PROVIDERS.map((id) => [id, getProviderLabel(id)])),
        )}
        {isPublic && filter("language", "Language", "Any language", languages)}
        {hasListFilters({ ...listState, q: "" }) && (
          <ClearFiltersLink
            to={buildListUrl({ sort: listState.sort, q: listState.q, page: 1 }, list)}
          >
            <X size={16} />
            Clear filters
          </ClearFiltersLink>
        )}
      </Bar>
      {isPublic && <input type="hidden" name="sort" value={listState.sort} />}
    </Form>
  );
};
