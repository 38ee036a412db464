import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type RefObject, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import type { ListPage } from "#shared/contract/page.ts";
import { SEARCH_MAX_CHARACTERS } from "#shared/domain/search.ts";
import { requestPage } from "#web/lib/api/request.ts";

export const PER_PAGE = 10;

/** A server-side list with its current page and parameters. */
export interface AdminList<Row> {
  page: ListPage<Row> | undefined;
  error: Error | null;
  refetch: () => void;
  /** The rows belong to the previous parameters, or are loading. */
  isBusy: boolean;
  pageNumber: number;
  pageCount: number;
  addressOf: (page: number) => string;
  /** Ref of the list's head. */
  head: RefObject<HTMLParagraphElement | null>;
  /** Moves the focus from a row that disappears to the head. */
  leaveRow: () => void;
  /** Value of a query parameter; empty if not set. */
  asked: (name: string) => string;
  /** Changes parameters and returns to the first page. */
  ask: (changes: Record<string, string>) => void;
}

const POLL_INTERVAL_MS = 3000;

interface AdminListOptions<Row> {
  /** Prefix of the URL parameters, if a page has two lists. */
  prefix?: string;
  /** Allowed values of parameters that are not free text. */
  choices?: Record<string, readonly string[]>;
  /** Polls always, because no events report changes of rows. */
  isAlive?: boolean;
  /** Polls while this is true for a row. */
  isUnderWay?: (row: Row) => boolean;
}

/**
 * A list whose parameters are in the URL, so that they can be linked and survive a reload. `names`
 * are the supported parameters.
 */
export const useAdminList = <Row>(
  path: string,
  names: readonly string[],
  {
    prefix = "",
    choices = {},
    isAlive = false,
    isUnderWay = () => false,
  }: AdminListOptions<Row> = {},
): AdminList<Row> => {
  const [address, setAddress] = useSearchParams();
  // The URL may be written by hand.
  const asked = (name: string) => {
    const value = (address.get(prefix + name) ?? "").slice(0, SEARCH_MAX_CHARACTERS);
    return choices[name]?.includes(value) === false ? "" : value;
  };
  const pageNumber = /^[1-9]\d{0,5}$/.test(asked("page")) ? Number(asked("page")) : 1;
  const query = new URLSearchParams({ perPage: String(PER_PAGE) });
  for (const name of names) if (asked(name) !== "") query.set(name, asked(name));
  if (pageNumber > 1) query.set("page", String(pageNumber));

  const found = useQuery({
    queryKey: [`${path}?${query}`] as const,
    queryFn: ({ queryKey, signal }) => requestPage<Row>(queryKey[0], signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      isAlive || data?.rows.some(isUnderWay) ? POLL_INTERVAL_MS : false,
  });

  const head = useRef<HTMLParagraphElement>(null);
  const pageCount = Math.max(1, Math.ceil((found.data?.total ?? 0) / PER_PAGE));

  const changed = (now: URLSearchParams, changes: Record<string, string>) => {
    const next = new URLSearchParams(now);
    for (const [name, value] of Object.entries(changes))
      if (value === "") next.delete(prefix + name);
      else next.set(prefix + name, value);
    return next;
  };

  return {
    page: found.data,
    error: found.error,
    refetch: () => void found.refetch(),
    isBusy: found.isPending || found.isPlaceholderData,
    pageNumber,
    // The total may belong to the previous parameters until the response has arrived.
    pageCount: found.isPlaceholderData ? Math.max(pageNumber, pageCount) : pageCount,
    addressOf: (page) => `?${changed(address, { page: page === 1 ? "" : String(page) })}`,
    head,
    leaveRow: () => head.current?.focus({ preventScroll: true }),
    asked,
    ask: (changes) =>
      setAddress((now) => changed(now, { ...changes, page: "" }), {
        replace: true,
        preventScrollReset: true,
      }),
  };
};
