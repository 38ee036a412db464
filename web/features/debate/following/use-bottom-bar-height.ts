import { type RefObject, useEffect, useRef } from "react";

/**
 * Script that sets `--dock` before the first paint, so that nothing moves when React starts. In the
 * HTML, it must follow the bar directly.
 */
export const BOTTOM_BAR_SCRIPT =
  "{let{height:h}=document.currentScript.previousSibling.getBoundingClientRect();if(h)document.documentElement.style.setProperty('--dock',h+'px')}";

/**
 * Sets the CSS variable `--dock` to the height of the bottom bar, so that scroll targets stop above
 * the bar.
 */
export const useBottomBarHeight = (): RefObject<HTMLDivElement | null> => {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!bar.current) return undefined;
    const { style } = document.documentElement;
    const resizeObserver = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize;
      // Every element inherits the variable, so setting it is expensive. An empty bar leaves it
      // unset.
      if (height) style.setProperty("--dock", `${height}px`);
      else style.removeProperty("--dock");
    });
    resizeObserver.observe(bar.current);
    return () => {
      resizeObserver.disconnect();
      style.removeProperty("--dock");
    };
  }, []);
  return bar;
};
