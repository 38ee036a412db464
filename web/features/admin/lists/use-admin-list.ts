import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type RefObject, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import type { ListPage } from "#shared/contract/page.ts";
import { SEARCH_MAX_CHARACTERS } from "#shared/domain/search.ts";
import { requestPage } from "#web/lib/api/request.ts";

export const PER_PAGE = 10;

/** A list that the server filters, sorts and pages, with its current page and parameters. */
export interface AdminList<Row> {
  page: ListPage<Row> | undefined;
  error: Error | null;
  refetch: () => void;
  /** Whether rows are loading. Meanwhile the rows of the previous parameters are shown. */
  isBusy: boolean;
  pageNumber: number;
  pageCount: number;
  buildPageUrl: (page: number) => string;
  /** Ref of the line above the rows. */
  head: RefObject<HTMLParagraphElement | null>;
  /** Moves the focus from a row that will disappear to the line above the rows. */
  leaveRow: () => void;
  /** Value of a query parameter; empty if not set. */
  getParameter: (name: string) => string;
  /** Whether a search or filter is set. */
  isFiltered: boolean;
  /** Removes all searches and filters. */
  clearFilters: () => void;
  /** Changes parameters and returns to the first page. */
  setParameters: (changes: Record<string, string>) => void;
}

const POLL_INTERVAL_MS = 3000;

interface AdminListOptions<Row> {
  /** Prefix of the URL parameters, for pages with two lists. */
  prefix?: string;
  /** Allowed values of parameters that are not free text. */
  allowedValues?: Record<string, readonly string[]>;
  /** Polls all the time, because no event reports changes of rows. */
  isPolling?: boolean;
  /** Polls as long as this returns true for one of the rows. */
  isInProgress?: (row: Row) => boolean;
}

/**
 * A list whose parameters are in the URL, so that users can link to its state and reload the page.
 * `names` are the supported parameters.
 */
export const useAdminList = <Row>(
  path: string,
  names: readonly string[],
  {
    prefix = "",
    allowedValues = {},
    isPolling = false,
    isInProgress = () => false,
  }: AdminListOptions<Row> = {},
): AdminList<Row> => {
  const [address, setAddress] = useSearchParams();
  // Ignores invalid values, because users can edit the URL.
  const getParameter = (name: string) => {
    const value = (address.get(prefix + name) ?? "").slice(0, SEARCH_MAX_CHARACTERS);
    return allowedValues[name]?.includes(value) === false ? "" : value;
  };
  const pageNumber = /^[1-9]\d{0,5}$/.test(getParameter("page")) ? Number(getParameter("page")) : 1;
  const parameters = new URLSearchParams({ perPage: String(PER_PAGE) });
  for (const name of names) if (getParameter(name) !== "") parameters.set(name, getParameter(name));
  if (pageNumber > 1) parameters.set("page", String(pageNumber));

  const result = useQuery({
    queryKey: [`${path}?${parameters}`] as const,
    queryFn: ({ queryKey, signal }) => requestPage<Row>(queryKey[0], signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      isPolling || data?.rows.some(isInProgress) ? POLL_INTERVAL_MS : false,
  });

  const head = useRef<HTMLParagraphElement>(null);
  const pageCount = Math.max(1, Math.ceil((result.data?.total ?? 0) / PER_PAGE));

  const withChanges = (now: URLSearchParams, changes: Record<string, string>) => {
    const next = new URLSearchParams(now);
    for (const [name, value] of Object.entries(changes))
      if (value === "") next.delete(prefix + name);
      else next.set(prefix + name, value);
    return next;
  };

  const setParameters = (changes: Record<string, string>) =>
    setAddress((now) => withChanges(now, { ...changes, page: "" }), {
      replace: true,
      preventScrollReset: true,
    });
  const filters = names.filter((name) => name !== "sort");

  return {
    page: result.data,
    error: result.error,
    refetch: () => void result.refetch(),
    isBusy: result.isPending || result.isPlaceholderData,
    pageNumber,
    // Until the response arrives, the total may belong to the previous parameters.
    pageCount: result.isPlaceholderData ? Math.max(pageNumber, pageCount) : pageCount,
    buildPageUrl: (page) => `?${withChanges(address, { page: page === 1 ? "" : String(page) })}`,
    head,
    leaveRow: () => head.current?.focus({ preventScroll: true }),
    getParameter,
    isFiltered: filters.some((name) => getParameter(name) !== ""),
    clearFilters: () => setParameters(Object.fromEntries(filters.map((name) => [name, ""]))),
    setParameters,
  };
};
