import { prefersCalm } from "#web/lib/use-browser.ts";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** How far the end of the text may be out of sight, in pixels, and still be read along: a line. */
const NEAR_PX = 32;

/** Above what floats at the bottom, as its margin for scrolling says. */
const isNear = (end: Element): boolean => {
  const floor = window.innerHeight - parseFloat(getComputedStyle(end).scrollMarginBottom);
  return end.getBoundingClientRect().top <= floor + NEAR_PX;
};

const scrollToEnd = (end: Element): void => {
  end.scrollIntoView({ block: "end", behavior: prefersCalm() ? "auto" : "smooth" });
};

/**
 * Keeps the end of a growing text in sight while the reader is there, and leaves readers alone who
 * have scrolled away.
 */
export const useFollow = (text: RefObject<Element | null>, end: RefObject<Element | null>) => {
  const [isAtEnd, setAtEnd] = useState(true);
  const isFollowing = useRef(false);

  useEffect(() => {
    let place = window.scrollY;
    const look = () => {
      if (!end.current) return;
      const isGoingBack = window.scrollY < place;
      place = window.scrollY;
      // On the way there, the end is not near yet.
      if (isNear(end.current)) isFollowing.current = true;
      else if (isGoingBack) isFollowing.current = false;
      setAtEnd(isFollowing.current);
    };
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, [end]);

  useEffect(() => {
    if (!text.current) return undefined;
    let height = text.current.clientHeight;
    const growth = new ResizeObserver(([entry]) => {
      const before = height;
      height = entry?.contentRect.height ?? before;
      if (height > before && isFollowing.current && end.current) scrollToEnd(end.current);
    });
    growth.observe(text.current);
    return () => growth.disconnect();
  }, [text, end]);

  const jump = useCallback(() => {
    isFollowing.current = true;
    if (end.current) scrollToEnd(end.current);
  }, [end]);
  return { isAtEnd, jump };
};
