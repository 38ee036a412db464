import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { waitUntil } from "../harness.ts";

/** Maximum gzipped size of the scripts of a page's first load. */
export const SCRIPT_BUDGET_KB = 190;

/** Script that the page loads on the first input, which shows that the page is hydrated. */
const INPUT_TRIGGERED_SCRIPT_PATTERN = /\/toaster-[^/]+\.js$/;

/** Returns the gzipped kilobytes of JavaScript that the page loads until the network is idle. */
export const measureScriptKilobytes = async (page: Page): Promise<number> => {
  const scripts = new Set<string>();
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.add(request.url());
  });
  await page.reload();
  await waitUntil(async () => {
    await page.keyboard.press("Shift");
    return [...scripts].some((url) => INPUT_TRIGGERED_SCRIPT_PATTERN.test(url));
  });
  await page.waitForLoadState("networkidle");
  const first = [...scripts].filter((url) => !INPUT_TRIGGERED_SCRIPT_PATTERN.test(url));
  const answers = await Promise.all(first.map((url) => page.request.get(url)));
  const bodies = await Promise.all(answers.map((answer) => answer.body()));
  return bodies.reduce((sum, body) => sum + gzipSync(body).length / 1024, 0);
};
