import { prefersReducedMotion } from "#web/lib/browser/hydration.ts";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** Readers count as following if the text's end is at most one line below the viewport. */
const END_TOLERANCE_PX = 32;

/** Pixels from the bottom of the visible area down to `end`; negative if `end` is above it. */
const distanceBelowViewport = (end: Element): number => {
  const visibleBottom = window.innerHeight - parseFloat(getComputedStyle(end).scrollMarginBottom);
  return end.getBoundingClientRect().bottom - visibleBottom;
};

const scrollToElement = (element: Element, block: ScrollLogicalPosition): void => {
  element.scrollIntoView({ block, behavior: prefersReducedMotion() ? "auto" : "smooth" });
};

/**
 * Scrolls along with a growing text while its end is in view. Readers who scrolled up are left
 * where they are.
 */
export const useAutoScroll = (
  text: RefObject<Element | null>,
  end: RefObject<Element | null>,
  startsAtEnd: boolean,
) => {
  const [isAtEnd, setAtEnd] = useState(true);
  const isFollowing = useRef(false);

  useEffect(() => {
    if (!text.current) return undefined;
    let lastScrollY = 0;
    const updateFollowing = () => {
      if (!end.current) return;
      const isScrollingUp = window.scrollY < lastScrollY;
      lastScrollY = window.scrollY;
      // Only scrolling up stops following, because the smooth scrolling of `jump` moves down.
      if (distanceBelowViewport(end.current) <= END_TOLERANCE_PX) isFollowing.current = true;
      else if (isScrollingUp) isFollowing.current = false;
      setAtEnd(isFollowing.current);
    };

    let height: number | undefined;
    const resizeObserver = new ResizeObserver(([entry]) => {
      const previousHeight = height;
      height = entry?.contentRect.height ?? 0;
      // The first call comes after the initial layout; measuring earlier would cause a second
      // layout.
      if (previousHeight === undefined) return updateFollowing();
      const hasGrown = height > previousHeight && isFollowing.current;
      // Readers who are below the text's end, e.g. at the result, are not scrolled back.
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

  useEffect(() => {
    if (!startsAtEnd || window.location.hash !== "") return;
    isFollowing.current = true;
    end.current?.scrollIntoView({ block: "end", behavior: "instant" });
  }, [startsAtEnd, end]);
  return { isAtEnd, jump };
};
