import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/**
 * Returns a ref. If its element is unmounted while it contains the focus, the element with the id
 * `to` receives the focus.
 */
export const useFocusFallback = <Box extends HTMLElement>(to: string): RefObject<Box | null> => {
  const box = useRef<Box>(null);
  const fallback = useRef(to);
  useEffect(() => {
    fallback.current = to;
  }, [to]);
  useLayoutEffect(() => {
    const element = box.current;
    return () => {
      if (element?.contains(document.activeElement))
        document.getElementById(fallback.current)?.focus({ preventScroll: true });
    };
  }, []);
  return box;
};
