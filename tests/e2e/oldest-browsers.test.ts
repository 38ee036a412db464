import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { OLDEST_BROWSERS } from "#web/build/supported-browsers.ts";
import { createDebateWith, registerUser } from "../helpers/api-client.ts";
import { VISITOR_PAGES } from "./axe.ts";
import { describeInBrowser } from "./browser-harness.ts";
import { listNewerApis, removeApis } from "./newer-apis.ts";
import {
  getDebateId,
  getPathname,
  getTurnText,
  playDebateWithBallot,
  playTurnsUpTo,
  startDebateWithForm,
  waitForHydratedButton,
} from "./steps.ts";

const USER_PAGES = ["/", "/credits", "/account", "/debates/public", "/live"];
const ADMIN_PAGES = [
  "/admin",
  "/admin-panel",
  ...["", "?tab=running", "?tab=spending", "?tab=audit"].map((tab) => `/operations${tab}`),
];

/** Removes all newer APIs, and marks documents that React has hydrated. */
const makeOld = async (page: Page): Promise<void> => {
  await removeApis(page, listNewerApis());
  await page.addInitScript(() => {
    addEventListener("hydrated", () => document.documentElement.setAttribute("data-hydrated", ""));
  });
};

/** Opens a page and returns the length of its text. Fails if the page shows an error. */
const openHydrated = async (page: Page, url: string): Promise<number> => {
  await page.goto(url);
  await page.locator("html[data-hydrated]").waitFor();
  await page.waitForLoadState("networkidle");
  expect(await page.getByText("Something went wrong.").count()).toBe(0);
  return (await page.locator("main").innerText()).length;
};

test("the documentation names the oldest versions", () => {
  const page = readFileSync("docs/browsers.md", "utf8");
  for (const version of new Set(Object.values(OLDEST_BROWSERS)))
    expect(page).toMatch(new RegExp(`\\| ${version} +\\|`));
});

describeInBrowser("in a browser with nothing newer than the oldest supported ones", (site) => {
  test("the APIs that they lack are missing", async () => {
    site().allowConsoleErrors(/ERR_FAILED/);
    const { page } = await site().visitor("/");
    await makeOld(page);
    await page.route("**/popover-*.js", (route) => route.abort());
    await page.reload();
    expect(
      await page.evaluate(() =>
        [
          ["canParse", URL],
          ["any", AbortSignal],
          ["groupBy", Object],
          ["withResolvers", Promise],
          ["Segmenter", Intl],
          ["toSorted", Array.prototype],
          ["union", Set.prototype],
          ["onscrollend", Document.prototype],
          ["requestIdleCallback", window],
          ["Highlight", window],
          ["popover", HTMLElement.prototype],
          ["showPopover", HTMLElement.prototype],
        ].flatMap(([name, owner]) => ((name as string) in (owner as object) ? [name] : [])),
      ),
    ).toEqual([]);
  });

  test("every page opens for a visitor", async () => {
    const { page } = await site().visitor("/");
    await makeOld(page);
    for (const path of VISITOR_PAGES)
      expect(await openHydrated(page, site().stack.origin + path)).toBeGreaterThan(50);
  });

  test("every page opens for a superadmin", async () => {
    const { page, username } = await site().user("/");
    await site().makeAdmin(username, "superadmin");
    await createDebateWith(await registerUser(site().stack.origin));
    await makeOld(page);
    for (const path of [...USER_PAGES, ...ADMIN_PAGES])
      expect(await openHydrated(page, site().stack.origin + path)).toBeGreaterThan(50);
  });

  test("a debate is started, followed, judged and read", async () => {
    const { page } = await site().user("/");
    await makeOld(page);
    await page.reload();
    await startDebateWithForm(page);
    await waitForHydratedButton(page, "Next Turn");
    await playTurnsUpTo(page, 2);
    const { page: visitorPage } = await site().visitor("/");
    await makeOld(visitorPage);
    await openHydrated(visitorPage, site().stack.origin + getPathname(page));
    expect(await getTurnText(visitorPage, 2)).toBe(await getTurnText(page, 2));
  });

  test("a viewer says what they think, votes, and reads the verdict and the swing", async () => {
    const page = await playDebateWithBallot(site(), makeOld);
    const id = getDebateId(page);
    const { page: visitorPage } = await site().visitor("/");
    await makeOld(visitorPage);
    await openHydrated(visitorPage, `${site().stack.origin}/debate/${id}`);
    const countSwings = (opened: typeof page) => opened.getByText("Too few to tell").count();
    expect([await countSwings(page), await countSwings(visitorPage)]).toEqual([1, 0]);
  });

  test("no page has colours that they cannot read", async () => {
    for (const path of VISITOR_PAGES) {
      const html = await (await fetch(new URL(path, site().stack.origin))).text();
      expect(html.match(/color-mix\(|light-dark\(|oklch\(|rgb\(from/g)).toBeNull();
    }
  });

  test("menus open and close by pointer, keys, items and clicks outside", async () => {
    const { page, username } = await site().user("/");
    await makeOld(page);
    await openHydrated(page, site().stack.origin);
    const button = page.getByRole("button", { name: username ?? "", exact: true });
    const panel = page.getByRole("group", { name: "Account" });
    expect(await panel.isVisible()).toBe(false);
    await button.click();
    await panel.waitFor();
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "hidden" });
    await button.press("ArrowDown");
    await panel.waitFor();
    await page.mouse.click(5, 400);
    await panel.waitFor({ state: "hidden" });
    await button.click();
    await panel.getByRole("link", { name: "Account" }).click();
    await page.waitForURL(/account/);
    await panel.waitFor({ state: "hidden" });
  });
});
