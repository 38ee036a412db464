import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/** A page that was navigated to starts at its top; going back leaves the place to the browser. */
export const ScrollToTop = () => {
  const { pathname } = useLocation();
  const kind = useNavigationType();
  const shown = useRef(pathname);
  useEffect(() => {
    if (kind === "PUSH" && shown.current !== pathname) window.scrollTo(0, 0);
    shown.current = pathname;
  }, [pathname, kind]);
  return null;
};
