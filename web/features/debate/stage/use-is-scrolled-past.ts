import { type RefObject, useEffect, useState } from "react";

/* Area below the header. */
const OBSERVER_OPTIONS = { rootMargin: "-64px 0px 0px 0px" };

/** Whether an element has been scrolled above the window; `isInitiallyPast` until measured. */
export const useIsScrolledPast = (
  target: RefObject<Element | null>,
  isInitiallyPast: boolean,
): boolean => {
  const [isPast, setPast] = useState(isInitiallyPast);
  useEffect(() => {
    if (!target.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry)
        setPast(!entry.isIntersecting && entry.boundingClientRect.top < window.innerHeight / 2);
    }, OBSERVER_OPTIONS);
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [target]);
  return isPast;
};
