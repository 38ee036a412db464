import { isServerReady } from "../api/server-availability.ts";

/** Session storage key for the time of the last reload. */
export const RELOADED_AT_KEY = "code-reloaded-at";
export const MIN_RELOAD_INTERVAL_MS = 30_000;

let reloadInProgress: Promise<boolean> | undefined;

/** Reloads only if the server is ready, because a working page is better than none. */
const reloadIfServerReady = async (): Promise<boolean> => {
  if (!(await isServerReady())) return false;
  sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
  window.location.reload();
  return true;
};

/**
 * After a deploy, chunks of pages not yet opened have new names and fail to load. Reloads the page
 * then, at most every 30 s: code that fails twice is broken.
 */
export const reloadOnStaleChunk = (): void =>
  window.addEventListener("vite:preloadError", () => {
    const last = Number(sessionStorage.getItem(RELOADED_AT_KEY) ?? 0);
    if (navigator.onLine && Date.now() - last >= MIN_RELOAD_INTERVAL_MS)
      reloadInProgress = reloadIfServerReady();
  });

/**
 * Rethrows the error of a failed import. While the page reloads, returns a promise that never
 * settles, so that no error shows.
 */
export const rethrowUnlessReloading = async (err: unknown): Promise<never> => {
  if (!(await reloadInProgress)) throw err;
  return new Promise(() => {});
};
