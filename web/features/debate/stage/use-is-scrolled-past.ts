import { type RefObject, useEffect, useState } from "react";

/* Leaves out the top 64 px of the window, which the header covers. */
const OBSERVER_OPTIONS = { rootMargin: "-64px 0px 0px 0px" };

/** Whether an element has left the window at the top; false until it is measured. */
export const useIsScrolledPast = (target: RefObject<Element | null>): boolean => {
  const [isPast, setPast] = useState(false);
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
