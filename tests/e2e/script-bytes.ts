import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";

/** What the first load of a page may bring in scripts, gzipped. */
export const SCRIPT_BUDGET_KB = 200;

/** Kilobytes of JavaScript, gzipped, that the first load of the page brings until it has settled. */
export const scriptKilobytes = async (page: Page): Promise<number> => {
  const scripts = new Set<string>();
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.add(request.url());
  });
  // The last that a page fetches, when it has settled, is the toaster.
  const toaster = page.waitForResponse(/\/toaster-[^/]+\.js$/);
  await page.reload();
  await toaster;
  const answers = await Promise.all([...scripts].map((url) => page.request.get(url)));
  const bodies = await Promise.all(answers.map((answer) => answer.body()));
  return bodies.reduce((sum, body) => sum + gzipSync(body).length / 1024, 0);
};
