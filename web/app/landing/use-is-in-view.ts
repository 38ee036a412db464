import { type RefObject, useEffect, useState } from "react";

/** Whether an element is in view in a visible tab; false until it is measured. */
export const useIsInView = (target: RefObject<Element | null>): boolean => {
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    if (!target.current) return undefined;
    let intersects = false;
    const update = () => setInView(intersects && document.visibilityState === "visible");
    const observer = new IntersectionObserver(([entry]) => {
      intersects = entry?.isIntersecting ?? false;
      update();
    });
    observer.observe(target.current);
    document.addEventListener("visibilitychange", update);
    return () => {
      observer.disconnect();
      document.removeEventListener("visibilitychange", update);
    };
  }, [target]);
  return isInView;
};
