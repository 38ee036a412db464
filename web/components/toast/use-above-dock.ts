import { type RefObject, useEffect, useRef } from "react";

/**
 * Tells the element it returns, as `--above-dock`, how far from the window's bottom what floats under
 * it begins. It comes, grows and goes with the page, so the page's own height is watched; and only
 * while something is shown, as measuring takes its time.
 */
export const useAboveDock = (isShown: boolean): RefObject<HTMLOListElement | null> => {
  const shown = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (!isShown) return undefined;
    const measure = () => {
      const left = shown.current?.getBoundingClientRect().left ?? 0;
      const tops = [...document.querySelectorAll("[data-dock] > *")]
        .map((part) => part.getBoundingClientRect())
        .filter(({ height, right }) => height > 0 && right > left)
        .map(({ top }) => window.innerHeight - top);
      shown.current?.style.setProperty("--above-dock", `${Math.max(0, ...tops)}px`);
    };
    const growth = new ResizeObserver(measure);
    growth.observe(document.body);
    window.addEventListener("scroll", measure, { passive: true });
    return () => {
      growth.disconnect();
      window.removeEventListener("scroll", measure);
    };
  }, [isShown]);
  return shown;
};
