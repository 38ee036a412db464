import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { findPage } from "#shared/domain/pages.ts";
import { createStorageEntry } from "#web/lib/browser/browser-storage.ts";

const scrollPositions = createStorageEntry("sessionStorage", "scroll-places");

const MAX_ENTRIES = 50;

const MAX_HOLD_MS = 4000;

const USER_INPUT_EVENTS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

const isScrollPosition = (kept: unknown): kept is [string, number] =>
  Array.isArray(kept) && typeof kept[0] === "string" && typeof kept[1] === "number";

const currentHistoryKey = (): string => String(window.history.state?.key ?? "default");

/** Holds the scroll position while content loads, until user input. */
const holdScrollPosition = (top: number): (() => void) => {
  const scroll = () => {
    if (Math.abs(window.scrollY - top) > 1) window.scrollTo({ top, behavior: "instant" });
  };
  const growth = new ResizeObserver(scroll);
  const stop = () => {
    growth.disconnect();
    clearTimeout(timer);
    for (const input of USER_INPUT_EVENTS) removeEventListener(input, stop);
  };
  const timer = setTimeout(stop, MAX_HOLD_MS);
  for (const input of USER_INPUT_EVENTS) addEventListener(input, stop, { passive: true });
  growth.observe(document.body);
  scroll();
  return stop;
};

/**
 * Restores the scroll position on back navigation. Browsers do this only if the content is there
 * at once, but a list may be refetched. Debate pages position themselves.
 */
export const useScrollRestoration = (): void => {
  const at = useLocation();
  const kind = useNavigationType();
  const wanted = useRef<number>(undefined);

  useEffect(() => {
    const places = new Map(scrollPositions.readList().filter(isScrollPosition));
    const note = () => {
      // During navigation the position belongs to neither page.
      if (wanted.current === undefined) places.set(currentHistoryKey(), window.scrollY);
    };
    const goBack = () => {
      wanted.current = places.get(currentHistoryKey());
    };
    const keep = () => scrollPositions.keep(JSON.stringify([...places].slice(-MAX_ENTRIES)));
    addEventListener("scroll", note, { passive: true });
    // The capture phase runs before the router's listener, which renders the previous page.
    addEventListener("popstate", goBack, { capture: true });
    addEventListener("pagehide", keep);
    return () => {
      removeEventListener("scroll", note);
      removeEventListener("popstate", goBack, { capture: true });
      removeEventListener("pagehide", keep);
    };
  }, []);

  useEffect(() => {
    const top = wanted.current;
    wanted.current = undefined;
    const isOwn = at.hash !== "" || findPage(at.pathname)?.name === "debate";
    return kind === "POP" && top !== undefined && !isOwn ? holdScrollPosition(top) : undefined;
  }, [at, kind]);
};
