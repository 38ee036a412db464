import { isServerReady } from "../api/server-availability.ts";

/** Session storage key for the time of the last reload. */
export const RELOADED_AT_KEY = "code-reloaded-at";
export const MIN_RELOAD_INTERVAL_MS = 30_000;

let reloadInProgress: Promise<boolean> | undefined;

/** Reloads the page only if the server is ready, because the old page is better than an error. */
const reloadIfServerReady = async (): Promise<boolean> => {
  if (!(await isServerReady())) return false;
  sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
  window.location.reload();
  return true;
};

/**
 * Reloads the page when code fails to load, because a deployment may have changed the file's name.
 * Reloads at most every 30 s, because code that fails again is broken.
 */
export const reloadOnStaleChunk = (): void =>
  window.addEventListener("vite:preloadError", () => {
    const last = Number(sessionStorage.getItem(RELOADED_AT_KEY) ?? 0);
    if (navigator.onLine && Date.now() - last >= MIN_RELOAD_INTERVAL_MS)
      reloadInProgress = reloadIfServerReady();
  });

/**
 * Rethrows the error of a failed import. If the page is reloading, returns a promise that never
 * settles, so that no error is shown.
 */
export const rethrowUnlessReloading = async (err: unknown): Promise<never> => {
  if (!(await reloadInProgress)) throw err;
  return new Promise(() => {});
};
