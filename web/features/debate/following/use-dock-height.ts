import { type RefObject, useEffect, useRef } from "react";

/**
 * Tells the page, as `--dock`, how high what floats at its bottom is: whatever is scrolled to must
 * come to lie above it.
 */
export const useDockHeight = (): RefObject<HTMLDivElement | null> => {
  const dock = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!dock.current) return undefined;
    const { style } = document.documentElement;
    const growth = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize;
      // Every element inherits it: where nothing floats, none is styled anew.
      if (height) style.setProperty("--dock", `${height}px`);
      else style.removeProperty("--dock");
    });
    growth.observe(dock.current);
    return () => {
      growth.disconnect();
      style.removeProperty("--dock");
    };
  }, []);
  return dock;
};
