import { prefersCalm } from "#web/lib/use-browser.ts";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** How far the end of the text may be out of sight, in pixels, and still be read along: a line. */
const NEAR_PX = 32;

/** How far below the place where it is read the end is, in pixels; less than 0 above it. */
const distanceTo = (end: Element): number => {
  const floor = window.innerHeight - parseFloat(getComputedStyle(end).scrollMarginBottom);
  return end.getBoundingClientRect().bottom - floor;
};

const scrollTo = (place: Element, block: ScrollLogicalPosition): void => {
  place.scrollIntoView({ block, behavior: prefersCalm() ? "auto" : "smooth" });
};

/**
 * Keeps the end of a growing text in sight while the reader is there, and leaves readers alone who
 * have scrolled away.
 */
export const useFollow = (text: RefObject<Element | null>, end: RefObject<Element | null>) => {
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
      // On the way there, the end is not near yet.
      if (distanceTo(end.current) <= NEAR_PX) isFollowing.current = true;
      else if (isGoingBack) isFollowing.current = false;
      setAtEnd(isFollowing.current);
    };

    let height: number | undefined;
    const growth = new ResizeObserver(([entry]) => {
      const before = height;
      height = entry?.contentRect.height ?? 0;
      // It begins when the page has been laid out: asking before would make that twice the work.
      if (before === undefined) return look();
      const isLonger = height > before && isFollowing.current && !hasEnded.current;
      // Who has gone past it, to the result, is not taken back.
      if (isLonger && end.current && distanceTo(end.current) > 0) scrollTo(end.current, "end");
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
    if (end.current) scrollTo(end.current, "end");
  }, [end]);

  /**
   * Whoever follows, or sees something of it, is led to the beginning of what is there as a whole;
   * there is nothing more to follow then.
   */
  const lead = useCallback((to: Element | null) => {
    if (!to) return;
    const { top, bottom } = to.getBoundingClientRect();
    const isSeen = top < window.innerHeight && bottom > 0;
    if (!isFollowing.current && !isSeen) return;
    hasEnded.current = true;
    scrollTo(to, "start");
  }, []);
  return { isAtEnd, jump, lead };
};
