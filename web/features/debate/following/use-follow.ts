import { prefersCalm } from "#web/lib/use-browser.ts";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** How near to the end of the text, in pixels, still counts as reading along. */
const NEAR_PX = 140;

const isNear = (end: Element): boolean =>
  end.getBoundingClientRect().top <= window.innerHeight + NEAR_PX;

const scrollToEnd = (end: Element): void => {
  end.scrollIntoView({ block: "end", behavior: prefersCalm() ? "auto" : "smooth" });
};

/**
 * Keeps the end of a growing text in sight while the reader is there, and leaves readers alone who
 * have scrolled away.
 */
export const useFollow = (text: RefObject<Element | null>, end: RefObject<Element | null>) => {
  const [isAtEnd, setAtEnd] = useState(true);
  const isFollowing = useRef(true);

  useEffect(() => {
    const look = () => {
      if (!end.current) return;
      isFollowing.current = isNear(end.current);
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

  const jump = useCallback(() => end.current && scrollToEnd(end.current), [end]);
  return { isAtEnd, jump };
};
