import { SEARCH_MAX } from "./search.ts";

export const DEBATE_SORTS = ["popular", "newest", "voted"] as const;
export type DebateSort = (typeof DEBATE_SORTS)[number];

export const SORT_LABEL = {
  popular: "Popular",
  newest: "Newest",
  voted: "Most voted",
} as const satisfies Record<DebateSort, string>;

/** Debates on a page of the list of all public ones. */
export const DEBATES_PER_PAGE = 12;

const LAST_PAGE = 100_000;

/** Where in the list of public debates somebody is: what stands in the page's address. */
export interface ListPlace {
  sort: DebateSort;
  q: string;
  page: number;
}

/** The place that an address names; what makes no sense in it counts as not said. */
export const placeInList = (search: string): ListPlace => {
  const said = new URLSearchParams(search);
  const page = Number(said.get("page"));
  return {
    sort: DEBATE_SORTS.find((sort) => sort === said.get("sort")) ?? "popular",
    q: (said.get("q") ?? "").trim().slice(0, SEARCH_MAX),
    page: Number.isInteger(page) && page > 0 && page <= LAST_PAGE ? page : 1,
  };
};

const parametersOf = ({ sort, q, page }: ListPlace): URLSearchParams => {
  const parameters = new URLSearchParams();
  if (sort !== "popular") parameters.set("sort", sort);
  if (q !== "") parameters.set("q", q);
  if (page > 1) parameters.set("page", String(page));
  return parameters;
};

/** The address of a place in the list, as short as it can be. */
export const listAddress = (place: ListPlace): string => {
  const parameters = parametersOf(place);
  return parameters.size > 0 ? `/debates/public?${parameters}` : "/debates/public";
};

/** What is asked of the API for a place in the list; also the name under which the page knows it. */
export const listPath = (place: ListPlace): string => {
  const parameters = parametersOf(place);
  parameters.set("perPage", String(DEBATES_PER_PAGE));
  return `/api/debates/public?${parameters}`;
};
