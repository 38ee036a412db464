import { type Format, FORMATS } from "./debate.ts";
import { findLanguage, type Language } from "./language/language.ts";
import { type Provider, PROVIDERS } from "../provider.ts";
import { SEARCH_MAX_CHARACTERS } from "../search.ts";

export const DEBATE_SORTS = ["popular", "newest", "voted"] as const;
export type DebateSort = (typeof DEBATE_SORTS)[number];

export const SORT_LABEL = {
  popular: "Popular",
  newest: "Newest",
  voted: "Most voted",
} as const satisfies Record<DebateSort, string>;

export const DEBATES_PER_PAGE = 12;

const MAX_PAGE = 100_000;

/**
 * What a list can be filtered by. A debate is live while a turn is written or spoken, or Auto-Play
 * is on. Otherwise it is paused if it has begun and is not finished.
 */
export const LIST_STATUSES = ["live", "paused", "pending", "completed"] as const;
export type ListStatus = (typeof LIST_STATUSES)[number];

/** Filters of a debate list; undefined matches everything. */
export interface DebateFilters {
  status?: ListStatus | undefined;
  format?: Format | undefined;
  provider?: Provider | undefined;
  /** Only the public list can be filtered by language. */
  language?: Language | undefined;
}

/** The state of a list: filters, sort, search text and page, as stored in the page's URL. */
export interface DebateListState extends DebateFilters {
  sort: DebateSort;
  q: string;
  page: number;
}

export interface DebateList {
  page: string;
  api: string;
  sort: DebateSort;
}

export const PUBLIC_DEBATE_LIST: DebateList = {
  page: "/debates/public",
  api: "/api/debates/public",
  sort: "popular",
};
/** The user's own debates, on the home page. */
export const MY_DEBATE_LIST: DebateList = { page: "/", api: "/api/debates/my", sort: "newest" };

export const HOME_LISTS = ["my", "popular"] as const;
export type HomeList = (typeof HOME_LISTS)[number];

export const parseHomeList = (search: string): HomeList =>
  findName(HOME_LISTS, new URLSearchParams(search).get("list")) ?? "my";

const findName = <Name extends string>(
  names: readonly Name[],
  value: string | null,
): Name | undefined => names.find((name) => name === value);

/** Parses the list state from a URL's query. Invalid values count as missing. */
export const parseListState = (search: string, list = PUBLIC_DEBATE_LIST): DebateListState => {
  const query = new URLSearchParams(search);
  const page = Number(query.get("page"));
  const status = findName(LIST_STATUSES, query.get("status"));
  const format = findName(FORMATS, query.get("format"));
  const provider = findName(PROVIDERS, query.get("provider"));
  const language = list === MY_DEBATE_LIST ? null : findLanguage(query.get("language") ?? "");
  return {
    sort: findName(DEBATE_SORTS, query.get("sort")) ?? list.sort,
    q: (query.get("q") ?? "").trim().slice(0, SEARCH_MAX_CHARACTERS),
    page: Number.isInteger(page) && page > 0 && page <= MAX_PAGE ? page : 1,
    ...(status && { status }),
    ...(format && { format }),
    ...(provider && { provider }),
    ...(language && { language }),
  };
};

export const hasListFilters = ({
  q,
  status,
  format,
  provider,
  language,
}: DebateListState): boolean =>
  q !== "" || [status, format, provider, language].some((filter) => filter !== undefined);

const buildListParameters = (state: DebateListState, list: DebateList): URLSearchParams => {
  const parameters = new URLSearchParams();
  if (state.sort !== list.sort) parameters.set("sort", state.sort);
  if (state.q !== "") parameters.set("q", state.q);
  for (const name of ["status", "format", "provider", "language"] as const) {
    const filter = state[name];
    if (filter !== undefined) parameters.set(name, filter);
  }
  if (state.page > 1) parameters.set("page", String(state.page));
  return parameters;
};

/** Builds the shortest URL for the list state; defaults are omitted. */
export const buildListUrl = (state: DebateListState, list = PUBLIC_DEBATE_LIST): string => {
  const parameters = buildListParameters(state, list);
  return parameters.size > 0 ? `${list.page}?${parameters}` : list.page;
};

/** Builds the API path for the list state. It is also the query key of the page. */
export const buildListApiPath = (state: DebateListState, list = PUBLIC_DEBATE_LIST): string => {
  const parameters = buildListParameters(state, list);
  parameters.set("perPage", String(DEBATES_PER_PAGE));
  return `${list.api}?${parameters}`;
};
