import { type RefObject, useLayoutEffect } from "react";
import { useIsTakenOver } from "#web/lib/use-browser.ts";

/** Nearer to the top than that, nobody has scrolled. */
const TOP_PX = 8;

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
    if (!isPutIn || !intro.current || window.scrollY > TOP_PX) return;
    const { style } = document.documentElement;
    style.overflowAnchor = "none";
    window.scrollBy({ top: intro.current.offsetHeight, behavior: "instant" });
    requestAnimationFrame(() => style.removeProperty("overflow-anchor"));
  }, [isPutIn, intro]);
  return isRunning && !isAlive;
};
