import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { until } from "../harness.ts";

/** What the first load of a page may bring in scripts, gzipped. */
export const SCRIPT_BUDGET_KB = 192;

/** What is fetched when somebody does something, and tells that the page does hear them. */
const FETCHED_AT_A_SIGN = /\/toaster-[^/]+\.js$/;

/** Kilobytes of JavaScript, gzipped, that the first load of the page brings until it has settled. */
export const scriptKilobytes = async (page: Page): Promise<number> => {
  const scripts = new Set<string>();
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.add(request.url());
  });
  await page.reload();
  await until(async () => {
    await page.keyboard.press("Shift");
    return [...scripts].some((url) => FETCHED_AT_A_SIGN.test(url));
  });
  await page.waitForLoadState("networkidle");
  const first = [...scripts].filter((url) => !FETCHED_AT_A_SIGN.test(url));
  const answers = await Promise.all(first.map((url) => page.request.get(url)));
  const bodies = await Promise.all(answers.map((answer) => answer.body()));
  return bodies.reduce((sum, body) => sum + gzipSync(body).length / 1024, 0);
};
