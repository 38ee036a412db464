import { DEBATE_STATUSES, type DebateStatus, type Format, FORMATS } from "./debate.ts";
import { type Provider, PROVIDERS } from "./provider.ts";
import { SEARCH_MAX } from "./search.ts";

export const DEBATE_SORTS = ["popular", "newest", "voted"] as const;
export type DebateSort = (typeof DEBATE_SORTS)[number];

export const SORT_LABEL = {
  popular: "Popular",
  newest: "Newest",
  voted: "Most voted",
} as const satisfies Record<DebateSort, string>;

/** Debates on a page of a list. */
export const DEBATES_PER_PAGE = 12;

const LAST_PAGE = 100_000;

/** What a list of debates may be narrowed to; what is not named is open. */
export interface DebateFilters {
  status?: DebateStatus | undefined;
  format?: Format | undefined;
  /** Of either side. */
  provider?: Provider | undefined;
}

/** Where in a list somebody is: what stands in the page's address. */
export interface ListPlace extends DebateFilters {
  sort: DebateSort;
  q: string;
  page: number;
}

/** A list that is searched, narrowed and leafed through. */
export interface DebateList {
  /** The page that it is on. */
  page: string;
  /** What is asked of the API for it. */
  api: string;
  /** How it is sorted unless somebody says otherwise. */
  sort: DebateSort;
}

export const PUBLIC_LIST: DebateList = {
  page: "/debates/public",
  api: "/api/debates/public",
  sort: "popular",
};
/** One's own, on the page that one starts debates on. */
export const MY_LIST: DebateList = { page: "/", api: "/api/debates/my", sort: "newest" };

/** The lists on the home page of users, one of which is shown. */
export const HOME_LISTS = ["my", "popular"] as const;
export type HomeList = (typeof HOME_LISTS)[number];

/** The list of the home page that an address names. */
export const homeListAt = (search: string): HomeList =>
  oneOf(HOME_LISTS, new URLSearchParams(search).get("list")) ?? "my";

const oneOf = <Name extends string>(
  names: readonly Name[],
  said: string | null,
): Name | undefined => names.find((name) => name === said);

/** The place that an address names; what makes no sense in it counts as not said. */
export const placeInList = (search: string, list = PUBLIC_LIST): ListPlace => {
  const said = new URLSearchParams(search);
  const page = Number(said.get("page"));
  const status = oneOf(DEBATE_STATUSES, said.get("status"));
  const format = oneOf(FORMATS, said.get("format"));
  const provider = oneOf(PROVIDERS, said.get("provider"));
  return {
    sort: oneOf(DEBATE_SORTS, said.get("sort")) ?? list.sort,
    q: (said.get("q") ?? "").trim().slice(0, SEARCH_MAX),
    page: Number.isInteger(page) && page > 0 && page <= LAST_PAGE ? page : 1,
    ...(status && { status }),
    ...(format && { format }),
    ...(provider && { provider }),
  };
};

/** Whether a place is narrowed, by words or otherwise. */
export const isNarrowed = ({ q, status, format, provider }: ListPlace): boolean =>
  q !== "" || [status, format, provider].some((filter) => filter !== undefined);

const parametersOf = (place: ListPlace, list: DebateList): URLSearchParams => {
  const parameters = new URLSearchParams();
  if (place.sort !== list.sort) parameters.set("sort", place.sort);
  if (place.q !== "") parameters.set("q", place.q);
  for (const name of ["status", "format", "provider"] as const) {
    const filter = place[name];
    if (filter !== undefined) parameters.set(name, filter);
  }
  if (place.page > 1) parameters.set("page", String(place.page));
  return parameters;
};

/** The address of a place in the list, as short as it can be. */
export const listAddress = (place: ListPlace, list = PUBLIC_LIST): string => {
  const parameters = parametersOf(place, list);
  return parameters.size > 0 ? `${list.page}?${parameters}` : list.page;
};

/** What is asked of the API for a place in the list; also the name under which the page knows it. */
export const listPath = (place: ListPlace, list = PUBLIC_LIST): string => {
  const parameters = parametersOf(place, list);
  parameters.set("perPage", String(DEBATES_PER_PAGE));
  return `${list.api}?${parameters}`;
};
