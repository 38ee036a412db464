import { type RefObject, useLayoutEffect } from "react";
import { useIsHydrated } from "#web/lib/browser/hydration.ts";

/** Scroll positions up to this count as the top of the page, in pixels. */
const MAX_INITIAL_SCROLL_PX = 8;

/**
 * Keeps the content below `element` in place when `element` changes its height, until the user
 * scrolls.
 */
const keepScrollPosition = (element: HTMLElement): (() => void) => {
  let height = element.offsetHeight;
  let lastScrollY = window.scrollY;
  const resizeObserver = new ResizeObserver(() => {
    if (Math.abs(window.scrollY - lastScrollY) > 1) return resizeObserver.disconnect();
    window.scrollBy({ top: element.offsetHeight - height, behavior: "instant" });
    height = element.offsetHeight;
    lastScrollY = window.scrollY;
  });
  resizeObserver.observe(element);
  return () => resizeObserver.disconnect();
};

/**
 * Returns whether the intro (motion and actions) is left out. The server renders a running debate
 * without it, so that the page opens at the streaming turn. After hydration the intro is inserted
 * above without moving the visible content.
 */
export const useDeferredIntro = (
  isRunning: boolean,
  intro: RefObject<HTMLElement | null>,
): boolean => {
  const isHydrated = useIsHydrated();
  const isInserted = isRunning && isHydrated;
  useLayoutEffect(() => {
    // If the page is already scrolled, the browser's scroll anchoring keeps the content in place.
    if (!isInserted || !intro.current || window.scrollY > MAX_INITIAL_SCROLL_PX) return undefined;
    const { style } = document.documentElement;
    style.overflowAnchor = "none";
    window.scrollBy({ top: intro.current.offsetHeight, behavior: "instant" });
    requestAnimationFrame(() => style.removeProperty("overflow-anchor"));
    return keepScrollPosition(intro.current);
  }, [isInserted, intro]);
  return isRunning && !isHydrated;
};
