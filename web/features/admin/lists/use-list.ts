import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type RefObject, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import type { ListPage } from "#shared/contract/page.ts";
import { SEARCH_MAX } from "#shared/domain/search.ts";
import { requestPage } from "#web/lib/request.ts";

export const PER_PAGE = 10;

/** A list on the server, as one looks at it. */
export interface List<Row> {
  page: ListPage<Row> | undefined;
  error: Error | null;
  refetch: () => void;
  /** What is shown is not yet what is asked for. */
  isBusy: boolean;
  pageNumber: number;
  pageCount: number;
  /** The address of another page of it. */
  addressOf: (page: number) => string;
  /** What stands above it. */
  head: RefObject<HTMLParagraphElement | null>;
  /** Takes the focus from a row that is about to go. */
  leaveRow: () => void;
  /** What the list is asked for by this name; empty when it is not. */
  asked: (name: string) => string;
  /** Asks for something else, from the first page on. */
  ask: (changes: Record<string, string>) => void;
}

/** How soon a list is asked for again while something in it is under way. */
const LOOK_AGAIN_MS = 3000;

interface ListOptions<Row> {
  /** Keeps two lists of one page apart in its address. */
  prefix?: string;
  /** What it can be asked for by name, where that is not any text. */
  choices?: Record<string, readonly string[]>;
  /** Whether rows come and go without this page being told. */
  isAlive?: boolean;
  /** Whether a row is about to change, without this page being told. */
  isUnderWay?: (row: Row) => boolean;
}

/**
 * A list whose search, order and page are in the address, so that they can be linked and survive a
 * reload. `names` are the parameters it takes.
 */
export const useList = <Row>(
  path: string,
  names: readonly string[],
  { prefix = "", choices = {}, isAlive = false, isUnderWay = () => false }: ListOptions<Row> = {},
): List<Row> => {
  const [address, setAddress] = useSearchParams();
  // An address may be written by hand.
  const asked = (name: string) => {
    const value = (address.get(prefix + name) ?? "").slice(0, SEARCH_MAX);
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
      isAlive || data?.rows.some(isUnderWay) ? LOOK_AGAIN_MS : false,
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
    // Until the answer is there, the total may be another search's.
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
