import { type RefObject, useEffect, useRef } from "react";

/** Every element inherits it: where nothing changes, none is styled anew. */
const tell = (name: string, pixels: number): void => {
  const { style } = document.documentElement;
  const length = `${pixels}px`;
  if (pixels === 0) style.removeProperty(name);
  else if (style.getPropertyValue(name) !== length) style.setProperty(name, length);
};

/**
 * Tells the page how high what floats at its bottom is, as `--dock`: whatever is scrolled to must
 * come to lie above it. And as `--above-dock` how far from the window's bottom it begins, which is
 * more at the end of the page, for what else floats there.
 */
export const useDockHeight = (): RefObject<HTMLDivElement | null> => {
  const dock = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = dock.current;
    if (!element) return undefined;
    const measure = () => {
      const { height, top } = element.getBoundingClientRect();
      tell("--dock", height);
      tell("--above-dock", height && Math.max(0, Math.round(window.innerHeight - top)));
    };
    const growth = new ResizeObserver(measure);
    growth.observe(element);
    window.addEventListener("scroll", measure, { passive: true });
    return () => {
      growth.disconnect();
      window.removeEventListener("scroll", measure);
      tell("--dock", 0);
      tell("--above-dock", 0);
    };
  }, []);
  return dock;
};
