import { isReady } from "./reachable.ts";

/** Session storage key for the time of the last reload. */
export const RELOADED_AT = "code-reloaded-at";
export const ONCE_IN_MS = 30_000;

let reloading: Promise<boolean> | undefined;

/** Reloads only if the server is ready, because a working page is better than none. */
const reloadIfReady = async (): Promise<boolean> => {
  if (!(await isReady())) return false;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  window.location.reload();
  return true;
};

/**
 * After a deploy, chunks of pages not yet opened have new names and fail to load. Reloads the page
 * then, at most every 30 s: code that fails twice is broken.
 */
export const reloadForFreshCode = (): void =>
  window.addEventListener("vite:preloadError", () => {
    const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
    if (navigator.onLine && Date.now() - last >= ONCE_IN_MS) reloading = reloadIfReady();
  });

/**
 * Rethrows the error of a failed import. While the page reloads, returns a promise that never
 * settles, so that no error shows.
 */
export const failUnlessReloading = async (err: unknown): Promise<never> => {
  if (!(await reloading)) throw err;
  return new Promise(() => {});
};
