import type { MouseEvent } from "react";
import { useLocation } from "react-router-dom";
import { isDebateListPath } from "#shared/domain/pages.ts";
import { createStorageEntry } from "./browser-storage.ts";
import { useServerAvailability } from "../api/server-availability.ts";
import { useIsHydrated } from "./hydration.ts";

const lastListEntry = createStorageEntry("sessionStorage", "last-list");

/** Stores the URL of the debate list that this tab showed last. */
export const rememberDebateList = (pathname: string, search: string): void => {
  if (isDebateListPath(pathname)) lastListEntry.keep(pathname + search);
};

/** The parts of the Navigation API that are used here. Older browsers do not have it. */
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

const findPreviousListEntry = (): (HistoryEntry & { url: string }) | undefined => {
  const api = navigation();
  return api
    ?.entries()
    .slice(0, api.currentEntry?.index ?? 0)
    .filter((entry): entry is HistoryEntry & { url: string } => entry.url !== null)
    .findLast(({ url }) => isDebateListPath(new URL(url).pathname));
};

const toPathWithSearch = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

/** URL of the debate list that was visited last; the home page in a new tab. */
export const getPreviousDebateList = (): string => {
  const entry = findPreviousListEntry();
  const address = entry ? toPathWithSearch(entry.url) : (lastListEntry.read() ?? "/");
  return isDebateListPath(address.split("?")[0] ?? "") ? address : "/";
};

/**
 * Goes back to the history entry of the last debate list, which restores its scroll position.
 * Returns false if that is impossible.
 */
const traverseToPreviousList = (): boolean => {
  const entry = findPreviousListEntry();
  // During an outage, the entry of another document could not be loaded.
  if (!entry || !(entry.sameDocument || useServerAvailability.getState().outage === null))
    return false;
  const { committed, finished } = navigation()?.traverseTo(entry.key) ?? {};
  for (const result of [committed, finished]) result?.catch(() => undefined);
  return true;
};

/** Props for a link back to the last debate list. */
export const useBackToListLink = () => {
  // Renders the link again after each navigation, which changes the history entries.
  useLocation();
  const to = useIsHydrated() ? getPreviousDebateList() : "/";
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (isPlain && event.button === 0 && traverseToPreviousList()) event.preventDefault();
  };
  return { to, onClick };
};
