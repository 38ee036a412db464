import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { MAIN } from "#web/components/layout/page-frame.tsx";

/**
 * A page that was navigated to starts at its top, for the eye and for the keyboard; a link to a place
 * in it knows better, and going back leaves the place to the browser.
 */
export const StartOfPage = () => {
  const { pathname, hash } = useLocation();
  const kind = useNavigationType();
  const shown = useRef(pathname);
  useEffect(() => {
    if (kind !== "POP" && shown.current !== pathname && !hash) {
      window.scrollTo(0, 0);
      document.getElementById(MAIN)?.focus({ preventScroll: true });
    }
    shown.current = pathname;
  }, [pathname, hash, kind]);
  return null;
};
