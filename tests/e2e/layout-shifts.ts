import type { Page } from "playwright-core";

/**
 * Records the layout shifts of all pages that the page opens from now on, except those that follow
 * an input. Returns a function that returns what has moved since its last call.
 */
export const recordLayoutShifts = async (page: Page): Promise<() => Promise<string[]>> => {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { hadRecentInput, sources } = entry as unknown as {
          hadRecentInput: boolean;
          sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        if (hadRecentInput) continue;
        for (const { node, previousRect, currentRect } of sources)
          shifts.push(JSON.stringify([node?.textContent, previousRect, currentRect]));
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts.splice(0));
};
