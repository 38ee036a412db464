import { type RefObject, useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/**
 * For the heading with this id: a link to `#id` scrolls to it and moves the focus there, also from
 * another page, where the browser does neither. Going back leaves the place to the browser.
 */
export const useAnchor = (id: string): RefObject<HTMLHeadingElement | null> => {
  const heading = useRef<HTMLHeadingElement>(null);
  // A new object with every navigation, also to the same address.
  const at = useLocation();
  const kind = useNavigationType();
  useEffect(() => {
    if (kind === "POP" || at.hash !== `#${id}`) return;
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  }, [id, at, kind]);
  return heading;
};
