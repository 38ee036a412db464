import { type RefObject, useLayoutEffect } from "react";
import { useIsTakenOver } from "#web/lib/use-browser.ts";

/** Nearer to the top than that, nobody has scrolled. */
const TOP_PX = 8;

/** What comes into it late, a button for one, moves nothing below it either, until somebody scrolls. */
const holdPlace = (above: HTMLElement): (() => void) => {
  let height = above.offsetHeight;
  let place = window.scrollY;
  const growth = new ResizeObserver(() => {
    if (Math.abs(window.scrollY - place) > 1) return growth.disconnect();
    window.scrollBy({ top: above.offsetHeight - height, behavior: "instant" });
    height = above.offsetHeight;
    place = window.scrollY;
  });
  growth.observe(above);
  return () => growth.disconnect();
};

/**
 * Who opens a running debate comes in where it is being spoken: what is above that, the motion at
 * length, is put in once the page lives, without moving what is seen. Returns whether it is still
 * left out. Whoever waits for the first turn has it from the start.
 */
export const useEntry = (isRunning: boolean, intro: RefObject<HTMLElement | null>): boolean => {
  const isAlive = useIsTakenOver();
  const isPutIn = isRunning && isAlive;
  useLayoutEffect(() => {
    // Elsewhere on the page the browser itself keeps what is seen in its place.
    if (!isPutIn || !intro.current || window.scrollY > TOP_PX) return undefined;
    const { style } = document.documentElement;
    style.overflowAnchor = "none";
    window.scrollBy({ top: intro.current.offsetHeight, behavior: "instant" });
    requestAnimationFrame(() => style.removeProperty("overflow-anchor"));
    return holdPlace(intro.current);
  }, [isPutIn, intro]);
  return isRunning && !isAlive;
};
