import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { keepList } from "#web/lib/last-list.ts";
import { useScrollMemory } from "./scroll-memory.ts";
import { MAIN } from "#web/components/layout/page-frame.tsx";

const focusPage = () => document.getElementById(MAIN)?.focus({ preventScroll: true });

/** Signing out can remove the focused element; the page then gets the focus. */
const useFocusAfterSignOut = () => {
  const isSignedIn = Boolean(useAuth().user);
  const wasSignedIn = useRef(isSignedIn);
  useEffect(() => {
    const isOut = wasSignedIn.current && !isSignedIn;
    if (isOut && document.activeElement === document.body) focusPage();
    wasSignedIn.current = isSignedIn;
  }, [isSignedIn]);
};

/**
 * Scrolls to the top and focuses the page after navigation. Links with a hash and back navigation
 * are left to other code.
 */
export const StartOfPage = () => {
  const { pathname, search, hash } = useLocation();
  const kind = useNavigationType();
  const shown = useRef(pathname);
  useFocusAfterSignOut();
  useScrollMemory();
  useEffect(() => keepList(pathname, search), [pathname, search]);
  useEffect(() => {
    if (kind !== "POP" && shown.current !== pathname && !hash) {
      window.scrollTo(0, 0);
      focusPage();
    }
    shown.current = pathname;
  }, [pathname, hash, kind]);
  return null;
};
