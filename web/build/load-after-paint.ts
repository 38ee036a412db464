import { minifySync, type Plugin } from "vite";
import {
  MIN_RELOAD_INTERVAL_MS,
  RELOADED_AT_KEY,
} from "../lib/code-loading/reload-after-deploy.ts";

/** Controls that need JavaScript. Clicks on them before hydration are repeated after it. */
const HELD_CLICK_SELECTOR =
  "button[type=button]:not([popovertarget]), input:is([type=radio], [type=checkbox])";

/**
 * Loads the page's code after the first paint, or after 2 s, because hidden pages are never
 * painted. Clicks on controls that need the code are held and repeated after hydration. The
 * function is serialised into the page, so it may use only its parameters.
 */
const loadPageCode = async (
  chunks: readonly string[],
  heldSelector: string,
  reloadedAtKey: string,
  minIntervalMs: number,
): Promise<void> => {
  const heldClicks = new Set<HTMLElement>();
  const holdClick = (event: Event) => {
    const control = (event.target as Element).closest<HTMLElement>(heldSelector);
    if (!control) return;
    event.preventDefault();
    heldClicks.add(control);
  };
  addEventListener("click", holdClick, true);
  addEventListener(
    "hydrated",
    () => {
      removeEventListener("click", holdClick, true);
      for (const control of heldClicks) control.click();
    },
    { once: true },
  );
  await new Promise<unknown>((resolve) => {
    setTimeout(resolve, 2000);
    requestAnimationFrame(() => {
      new PerformanceObserver(resolve).observe({ type: "paint", buffered: true });
    });
  });
  for (const href of chunks) {
    const link = document.createElement("link");
    document.head.append(Object.assign(link, { rel: "modulepreload", href }));
  }
  try {
    // One after another, so that the browser runs each chunk in a separate task.
    for (const chunk of chunks) await import(chunk);
  } catch (err) {
    // Without its code the page does not work, so it is reloaded once the server is available.
    setInterval(async () => {
      const response = await fetch("/readyz").catch(() => null);
      if (!response?.ok || sessionStorage[reloadedAtKey] > Date.now() - minIntervalMs) return;
      sessionStorage[reloadedAtKey] = Date.now();
      location.reload();
    }, 2000);
    throw err;
  }
};

const buildLoaderScript = (chunks: readonly string[]): string => {
  const args = [chunks, HELD_CLICK_SELECTOR, RELOADED_AT_KEY, MIN_RELOAD_INTERVAL_MS].map((each) =>
    JSON.stringify(each),
  );
  const call = `(${String(loadPageCode)})(${args.join()});`;
  return minifySync("load-page.js", call).code;
};

const ENTRY_SCRIPT_PATTERN = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/;
const PRELOAD_LINK_PATTERN = /\s*<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g;

export const loadAfterPaintPlugin = (): Plugin => ({
  name: "load-after-paint",
  enforce: "post",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(html) {
      const chunks = [...html.matchAll(PRELOAD_LINK_PATTERN)].map(([, chunk = ""]) => chunk);
      return html
        .replace(PRELOAD_LINK_PATTERN, "")
        .replace(
          ENTRY_SCRIPT_PATTERN,
          (_, entry: string) =>
            `<script type="module" nonce="__CSP_NONCE__">${buildLoaderScript([...chunks, entry])}</script>`,
        );
    },
  },
});
