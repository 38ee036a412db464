import { type RefObject, useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/**
 * Ref for the heading with this id. A link to `#id`, from this or another page, scrolls to the
 * heading and focuses it. On back navigation the browser restores the position.
 */
export const useAnchorFocus = (id: string): RefObject<HTMLHeadingElement | null> => {
  const heading = useRef<HTMLHeadingElement>(null);
  // React Router returns a new object for each navigation, even to the same URL.
  const location = useLocation();
  const kind = useNavigationType();
  useEffect(() => {
    if (kind === "POP" || location.hash !== `#${id}`) return;
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  }, [id, location, kind]);
  return heading;
};
