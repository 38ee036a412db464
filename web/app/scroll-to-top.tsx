import { useEffect } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/** A page that was navigated to starts at its top; going back leaves the place to the browser. */
export const ScrollToTop = () => {
  const { pathname } = useLocation();
  const kind = useNavigationType();
  useEffect(() => {
    if (kind === "PUSH") window.scrollTo(0, 0);
  }, [pathname, kind]);
  return null;
};
