import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { rememberDebateList } from "#web/lib/browser/previous-debate-list.ts";
import { useScrollRestoration } from "./use-scroll-restoration.ts";
import { MAIN_ID } from "#web/components/layout/page-layout.tsx";

const focusMainContent = () => document.getElementById(MAIN_ID)?.focus({ preventScroll: true });

/** Focuses the page after signing out, which can remove the focused element. */
const useFocusAfterSignOut = () => {
  const isSignedIn = Boolean(useAuth().user);
  const wasSignedIn = useRef(isSignedIn);
  useEffect(() => {
    const hasSignedOut = wasSignedIn.current && !isSignedIn;
    if (hasSignedOut && document.activeElement === document.body) focusMainContent();
    wasSignedIn.current = isSignedIn;
  }, [isSignedIn]);
};

/**
 * After navigation, scrolls to the top and focuses the page. Other code handles links with a hash
 * (`useAnchorFocus`) and back navigation.
 */
export const NavigationFocus = () => {
  const { pathname, search, hash } = useLocation();
  const kind = useNavigationType();
  const previousPath = useRef(pathname);
  useFocusAfterSignOut();
  useScrollRestoration();
  useEffect(() => rememberDebateList(pathname, search), [pathname, search]);
  useEffect(() => {
    if (kind !== "POP" && previousPath.current !== pathname && !hash) {
      window.scrollTo(0, 0);
      focusMainContent();
    }
    previousPath.current = pathname;
  }, [pathname, hash, kind]);
  return null;
};
