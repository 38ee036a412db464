import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { findPage } from "#shared/domain/pages.ts";
import { createStorageEntry } from "#web/lib/browser/browser-storage.ts";

const scrollPositions = createStorageEntry("sessionStorage", "scroll-places");

const MAX_ENTRIES = 50;

const MAX_HOLD_MS = 4000;

const USER_INPUT_EVENTS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

const isScrollPosition = (entry: unknown): entry is [string, number] =>
  Array.isArray(entry) && typeof entry[0] === "string" && typeof entry[1] === "number";

const currentHistoryKey = (): string => String(window.history.state?.key ?? "default");

/** Keeps the scroll position while content loads, until the user scrolls or presses a key. */
const holdScrollPosition = (top: number): (() => void) => {
  const scroll = () => {
    if (Math.abs(window.scrollY - top) > 1) window.scrollTo({ top, behavior: "instant" });
  };
  const observer = new ResizeObserver(scroll);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const input of USER_INPUT_EVENTS) removeEventListener(input, stop);
  };
  const timer = setTimeout(stop, MAX_HOLD_MS);
  for (const input of USER_INPUT_EVENTS) addEventListener(input, stop, { passive: true });
  observer.observe(document.body);
  scroll();
  return stop;
};

/**
 * Restores the scroll position on back navigation. Browsers can do that only if the content exists
 * at once, but a list may have to be refetched. Debate pages choose their own position.
 */
export const useScrollRestoration = (): void => {
  const location = useLocation();
  const kind = useNavigationType();
  const restoredTop = useRef<number>(undefined);

  useEffect(() => {
    const positions = new Map(scrollPositions.readList().filter(isScrollPosition));
    const recordPosition = () => {
      // Records nothing between `popstate` and the rendering of the page, because the scroll
      // position then belongs neither to the old page nor to the new one.
      if (restoredTop.current === undefined) positions.set(currentHistoryKey(), window.scrollY);
    };
    const readPosition = () => {
      restoredTop.current = positions.get(currentHistoryKey());
    };
    const save = () => scrollPositions.keep(JSON.stringify([...positions].slice(-MAX_ENTRIES)));
    addEventListener("scroll", recordPosition, { passive: true });
    // Listens in the capture phase, so that the position is read before the router's listener
    // renders the page that the user returns to.
    addEventListener("popstate", readPosition, { capture: true });
    addEventListener("pagehide", save);
    return () => {
      removeEventListener("scroll", recordPosition);
      removeEventListener("popstate", readPosition, { capture: true });
      removeEventListener("pagehide", save);
    };
  }, []);

  useEffect(() => {
    const top = restoredTop.current;
    restoredTop.current = undefined;
    const isSelfPositioned = location.hash !== "" || findPage(location.pathname)?.name === "debate";
    return kind === "POP" && top !== undefined && !isSelfPositioned
      ? holdScrollPosition(top)
      : undefined;
  }, [location, kind]);
};
