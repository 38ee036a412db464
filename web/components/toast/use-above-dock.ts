import { type RefObject, useEffect, useRef } from "react";

/**
 * Tells the element it returns, as `--above-dock`, how far from the window's bottom what floats there
 * begins: more where the page ends. Only while something is shown: measuring takes its time.
 */
export const useAboveDock = (isShown: boolean): RefObject<HTMLOListElement | null> => {
  const shown = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (!isShown) return undefined;
    const measure = () => {
      const dock = document.querySelector("[data-dock]")?.getBoundingClientRect();
      const height = dock?.height ? Math.max(0, window.innerHeight - dock.top) : 0;
      shown.current?.style.setProperty("--above-dock", `${height}px`);
    };
    measure();
    window.addEventListener("scroll", measure, { passive: true });
    return () => window.removeEventListener("scroll", measure);
  }, [isShown]);
  return shown;
};
