import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** Gives the focus to the element of this id when the returned one goes away with it. */
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
