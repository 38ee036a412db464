const KEY = "code-reloaded-at";
const ONCE_IN_MS = 30_000;

let isReloading = false;

/**
 * After a deploy the code of pages that were not yet opened is gone: its names have changed. The
 * page is loaded anew then, at its address, but not again and again: what fails twice is broken.
 */
export const reloadForFreshCode = (): void =>
  window.addEventListener("vite:preloadError", () => {
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (!navigator.onLine || Date.now() - last < ONCE_IN_MS) return;
    sessionStorage.setItem(KEY, String(Date.now()));
    isReloading = true;
    window.location.reload();
  });

/** For code that did not come: nothing is broken while the page is loaded anew. */
export const failUnlessReloading = async (err: unknown): Promise<never> => {
  if (!isReloading) throw err;
  return new Promise(() => {});
};
