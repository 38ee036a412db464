import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { pageAt } from "#shared/domain/pages.ts";
import { browserStorage } from "#web/lib/browser-storage.ts";

const stored = browserStorage("sessionStorage", "scroll-places");

/** Entries of the history whose scroll position is kept. */
const MAX_KEPT = 50;

/** How long a list that loads again is held at its position. */
const HOLD_MS = 4000;

const USER_INPUT = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

const isPlace = (kept: unknown): kept is [string, number] =>
  Array.isArray(kept) && typeof kept[0] === "string" && typeof kept[1] === "number";

/** The router's key of the entry that is shown. */
const currentKey = (): string => String(window.history.state?.key ?? "default");

/** Holds the page at this position while its content comes, until the user does something. */
const holdAt = (top: number): (() => void) => {
  const scroll = () => {
    if (Math.abs(window.scrollY - top) > 1) window.scrollTo({ top, behavior: "instant" });
  };
  const growth = new ResizeObserver(scroll);
  const stop = () => {
    growth.disconnect();
    clearTimeout(timer);
    for (const input of USER_INPUT) removeEventListener(input, stop);
  };
  const timer = setTimeout(stop, HOLD_MS);
  for (const input of USER_INPUT) addEventListener(input, stop, { passive: true });
  growth.observe(document.body);
  scroll();
  return stop;
};

/**
 * Restores the scroll position when the user goes back to a page. Browsers do that themselves only
 * where the content is there at once; a list may have to be fetched again. A debate's page follows
 * its own turns.
 */
export const useScrollMemory = (): void => {
  const at = useLocation();
  const kind = useNavigationType();
  const wanted = useRef<number>(undefined);

  useEffect(() => {
    const places = new Map(stored.readList().filter(isPlace));
    const note = () => {
      // While the next page is awaited, the position is that of none.
      if (wanted.current === undefined) places.set(currentKey(), window.scrollY);
    };
    const goBack = () => {
      wanted.current = places.get(currentKey());
    };
    const keep = () => stored.keep(JSON.stringify([...places].slice(-MAX_KEPT)));
    addEventListener("scroll", note, { passive: true });
    // Before the router's listener, in which React renders the page that is gone back to.
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
    const isOwn = at.hash !== "" || pageAt(at.pathname)?.name === "debate";
    return kind === "POP" && top !== undefined && !isOwn ? holdAt(top) : undefined;
  }, [at, kind]);
};
