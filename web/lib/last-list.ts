import type { MouseEvent } from "react";
import { useLocation } from "react-router-dom";
import { isDebateList } from "#shared/domain/pages.ts";
import { browserStorage } from "./browser-storage.ts";
import { useReachable } from "./reachable.ts";
import { useIsTakenOver } from "./use-browser.ts";

const kept = browserStorage("sessionStorage", "last-list");

/** Remembers a list of debates, with its search, page and order, as the last one seen in this tab. */
export const keepList = (pathname: string, search: string): void => {
  if (isDebateList(pathname)) kept.keep(pathname + search);
};

/** The part of the Navigation API that is used here. Older browsers have none. */
interface HistoryEntry {
  key: string;
  url: string | null;
  sameDocument: boolean;
}
interface NavigationApi {
  entries(): HistoryEntry[];
  currentEntry: { index: number } | null;
  traverseTo(key: string): { committed: Promise<unknown>; finished: Promise<unknown> };
}

const navigation = (): NavigationApi | undefined =>
  (window as { navigation?: NavigationApi }).navigation;

/** The latest entry of the tab's history before this one that is a list of debates. */
const lastEntry = (): (HistoryEntry & { url: string }) | undefined => {
  const api = navigation();
  return api
    ?.entries()
    .slice(0, api.currentEntry?.index ?? 0)
    .filter((entry): entry is HistoryEntry & { url: string } => entry.url !== null)
    .findLast(({ url }) => isDebateList(new URL(url).pathname));
};

const addressOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

/** The list that the user came from; home in a new tab. */
export const lastList = (): string => {
  const entry = lastEntry();
  const address = entry ? addressOf(entry.url) : (kept.read() ?? "/");
  return isDebateList(address.split("?")[0] ?? "") ? address : "/";
};

/** Goes back to it in the history, which restores its scroll position. Returns false where it cannot. */
const traverse = (): boolean => {
  const entry = lastEntry();
  // A document that has to be loaded is not left for while the server cannot be reached.
  if (!entry || !(entry.sameDocument || useReachable.getState().outage === null)) return false;
  const { committed, finished } = navigation()?.traverseTo(entry.key) ?? {};
  for (const result of [committed, finished]) result?.catch(() => undefined);
  return true;
};

/** What a link needs to lead back to the list that the user came from. */
export const useBackToList = () => {
  // Read again with every address: an entry may have been added or replaced.
  useLocation();
  const to = useIsTakenOver() ? lastList() : "/";
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (isPlain && event.button === 0 && traverse()) event.preventDefault();
  };
  return { to, onClick };
};
