import { prefersReducedMotion } from "#web/lib/browser/hydration.ts";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** Distance of the text's end below the viewport that still counts as reading along: one line. */
const END_TOLERANCE_PX = 32;

/** Distance of the text's end below the visible area, in pixels; negative above. */
const distanceBelowViewport = (end: Element): number => {
  const floor = window.innerHeight - parseFloat(getComputedStyle(end).scrollMarginBottom);
  return end.getBoundingClientRect().bottom - floor;
};

const scrollToElement = (place: Element, block: ScrollLogicalPosition): void => {
  place.scrollIntoView({ block, behavior: prefersReducedMotion() ? "auto" : "smooth" });
};

/**
 * Keeps the end of a growing text in view while the reader is there. Readers who scrolled away
 * stay where they are.
 */
export const useAutoScroll = (text: RefObject<Element | null>, end: RefObject<Element | null>) => {
  const [isAtEnd, setAtEnd] = useState(true);
  const isFollowing = useRef(false);
  const hasEnded = useRef(false);

  useEffect(() => {
    if (!text.current) return undefined;
    let place = 0;
    const look = () => {
      if (!end.current) return;
      const isGoingBack = window.scrollY < place;
      place = window.scrollY;
      // Scrolling down towards the end does not turn following off.
      if (distanceBelowViewport(end.current) <= END_TOLERANCE_PX) isFollowing.current = true;
      else if (isGoingBack) isFollowing.current = false;
      setAtEnd(isFollowing.current);
    };

    let height: number | undefined;
    const growth = new ResizeObserver(([entry]) => {
      const before = height;
      height = entry?.contentRect.height ?? 0;
      // First measurement after the initial layout; an earlier one would force a second layout.
      if (before === undefined) return look();
      const isLonger = height > before && isFollowing.current && !hasEnded.current;
      // Readers below the end, at the result, stay there.
      if (isLonger && end.current && distanceBelowViewport(end.current) > 0)
        scrollToElement(end.current, "end");
    });
    growth.observe(text.current);
    window.addEventListener("scroll", look, { passive: true });
    return () => {
      growth.disconnect();
      window.removeEventListener("scroll", look);
    };
  }, [text, end]);

  const jump = useCallback(() => {
    isFollowing.current = true;
    if (end.current) scrollToElement(end.current, "end");
  }, [end]);

  /**
   * Scrolls to the start of the result, if the reader follows or already sees part of it. Ends
   * following.
   */
  const lead = useCallback((to: Element | null) => {
    if (!to) return;
    const { top, bottom } = to.getBoundingClientRect();
    const isSeen = top < window.innerHeight && bottom > 0;
    if (!isFollowing.current && !isSeen) return;
    hasEnded.current = true;
    scrollToElement(to, "start");
  }, []);
  return { isAtEnd, jump, lead };
};
