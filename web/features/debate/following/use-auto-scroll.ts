import { prefersReducedMotion } from "#web/lib/browser/hydration.ts";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** Distance of the text's end below the viewport that still counts as reading along: one line. */
const END_TOLERANCE_PX = 32;

/** Distance of the text's end below the visible area, in pixels; negative above. */
const distanceBelowViewport = (end: Element): number => {
  const visibleBottom = window.innerHeight - parseFloat(getComputedStyle(end).scrollMarginBottom);
  return end.getBoundingClientRect().bottom - visibleBottom;
};

const scrollToElement = (element: Element, block: ScrollLogicalPosition): void => {
  element.scrollIntoView({ block, behavior: prefersReducedMotion() ? "auto" : "smooth" });
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
    let lastScrollY = 0;
    const updateFollowing = () => {
      if (!end.current) return;
      const isScrollingUp = window.scrollY < lastScrollY;
      lastScrollY = window.scrollY;
      // Scrolling down towards the end does not turn following off.
      if (distanceBelowViewport(end.current) <= END_TOLERANCE_PX) isFollowing.current = true;
      else if (isScrollingUp) isFollowing.current = false;
      setAtEnd(isFollowing.current);
    };

    let height: number | undefined;
    const resizeObserver = new ResizeObserver(([entry]) => {
      const previousHeight = height;
      height = entry?.contentRect.height ?? 0;
      // First measurement after the initial layout; an earlier one would force a second layout.
      if (previousHeight === undefined) return updateFollowing();
      const hasGrown = height > previousHeight && isFollowing.current && !hasEnded.current;
      // Readers below the end, at the result, stay there.
      if (hasGrown && end.current && distanceBelowViewport(end.current) > 0)
        scrollToElement(end.current, "end");
    });
    resizeObserver.observe(text.current);
    window.addEventListener("scroll", updateFollowing, { passive: true });
    return () => {
      resizeObserver.disconnect();
      window.removeEventListener("scroll", updateFollowing);
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
  const lead = useCallback((result: Element | null) => {
    if (!result) return;
    const { top, bottom } = result.getBoundingClientRect();
    const isVisible = top < window.innerHeight && bottom > 0;
    if (!isFollowing.current && !isVisible) return;
    hasEnded.current = true;
    scrollToElement(result, "start");
  }, []);
  return { isAtEnd, jump, lead };
};
