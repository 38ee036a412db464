import { type RefObject, useEffect, useState } from "react";

/* Area below the header. */
const OBSERVER_OPTIONS = { rootMargin: "-64px 0px 0px 0px" };

/** Whether an element has been scrolled above the window; `isOutAtFirst` until measured. */
export const useIsScrolledPast = (
  of: RefObject<Element | null>,
  isOutAtFirst: boolean,
): boolean => {
  const [isOut, setOut] = useState(isOutAtFirst);
  useEffect(() => {
    if (!of.current) return undefined;
    const sight = new IntersectionObserver(([entry]) => {
      if (entry)
        setOut(!entry.isIntersecting && entry.boundingClientRect.top < window.innerHeight / 2);
    }, OBSERVER_OPTIONS);
    sight.observe(of.current);
    return () => sight.disconnect();
  }, [of]);
  return isOut;
};
