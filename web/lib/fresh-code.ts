import { isReady } from "./reachable.ts";

/** Where the session keeps when a page was last loaded anew for its code, */
export const RELOADED_AT = "code-reloaded-at";
/** which happens at most this often. */
export const ONCE_IN_MS = 30_000;

let reloading: Promise<boolean> | undefined;

/** Not from a server that gives no answer: a page with what is written in it is more than none. */
const reloadIfReady = async (): Promise<boolean> => {
  if (!(await isReady())) return false;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  window.location.reload();
  return true;
};

/**
 * After a deploy the code of pages that were not yet opened is gone: its names have changed. The
 * page is loaded anew then, at its address, but not again and again: what fails twice is broken.
 */
export const reloadForFreshCode = (): void =>
  window.addEventListener("vite:preloadError", () => {
    const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
    if (navigator.onLine && Date.now() - last >= ONCE_IN_MS) reloading = reloadIfReady();
  });

/** For code that did not come: nothing is broken while the page is loaded anew. */
export const failUnlessReloading = async (err: unknown): Promise<never> => {
  if (!(await reloading)) throw err;
  return new Promise(() => {});
};
