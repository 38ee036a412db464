import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { keepList } from "#web/lib/last-list.ts";
import { useScrollMemory } from "./scroll-memory.ts";
import { MAIN } from "#web/components/layout/page-frame.tsx";

const focusPage = () => document.getElementById(MAIN)?.focus({ preventScroll: true });

/** What had the focus may go with the account that one signs out of: the page has it then. */
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
 * A page that was navigated to starts at its top, for the eye and for the keyboard; a link to a place
 * in it knows better, and going back leaves the place to the browser.
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
