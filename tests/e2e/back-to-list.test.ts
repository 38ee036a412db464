import type { Page } from "playwright-core";
import { waitUntil } from "../harness.ts";
import { describeInBrowser, type BrowserHarness } from "./browser-harness.ts";
import { waitForHydratedButton, getPathname } from "./steps.ts";

/** Adds public debates with two turns each to this user. */
const addDebates = (site: BrowserHarness, username: string | null, count: number) =>
  site.sql(
    `INSERT INTO debates (topic, user_id, status, current_turn)
     SELECT 'Should we keep promise ' || n || '?', users.id, 'active', 2
       FROM users, generate_series(1, $2) n WHERE username = $1`,
    [username, count],
  );

const getPathWithQuery = (page: Page): string => getPathname(page) + new URL(page.url()).search;

const getScrollTop = (page: Page): Promise<number> => page.evaluate(() => window.scrollY);

/** Opens the last debate of the list and returns the list's scroll position in pixels. */
const openLast = async (page: Page): Promise<number> => {
  const card = page.getByRole("link", { name: /^Should we keep promise/ }).last();
  await card.scrollIntoViewIfNeeded();
  await waitUntil(async () => (await getScrollTop(page)) > 300, { what: "a scrolled list" });
  await page.evaluate(() =>
    addEventListener("click", () => Object.assign(window, { leftAt: scrollY }), {
      capture: true,
      once: true,
    }),
  );
  await card.click();
  await page.waitForURL(/\/debate\/\d+$/);
  return page.evaluate(() => (window as unknown as { leftAt: number }).leftAt);
};

const waitForListAt = (page: Page, address: string, scrollTop: number) =>
  waitUntil(
    async () =>
      getPathWithQuery(page) === address && Math.abs((await getScrollTop(page)) - scrollTop) <= 2,
    { what: `${address} at ${scrollTop}` },
  );

/** Clicks "Back to Debates", which is above the debate or in its stage bar. */
const pressBack = (page: Page) =>
  page.getByRole("link", { name: "Back to Debates" }).first().click();

describeInBrowser("a list of debates", (site) => {
  test.each([1440, 768, 390])("has cards of equal size at a width of %i px", async (width) => {
    const viewport = { width, height: 900 };
    const { page, username } = await site().user("/info", { viewport });
    await addDebates(site(), username, 7);
    await site().sql(
      "UPDATE debates SET topic = repeat('Is a long topic worth it, ', 6) WHERE topic LIKE '%promise 3?'",
    );
    await page.goto(`${site().stack.origin}/debates/public`);
    const sizes = await page
      .locator("main article")
      .evaluateAll((cards) =>
        cards.map((card) => [card.getBoundingClientRect().width, card.clientHeight]),
      );
    expect(sizes.length).toBeGreaterThanOrEqual(7);
    expect(new Set(sizes.map(([w = 0, h]) => `${Math.round(w)} × ${h}`)).size).toBe(1);
  });
});

describeInBrowser("navigation", (site) => {
  test.each([
    ["/debates/public?sort=newest&q=promise&status=paused&language=en&page=2", 14 + 12],
    ["/?list=popular", 14],
    ["/?q=promise&status=paused", 12],
  ])("leads from a debate back to %s at its scroll position", async (address, count) => {
    const { page, username } = await site().user("/info");
    await addDebates(site(), username, count);
    await page.goto(site().stack.origin + address);
    await page.waitForLoadState("networkidle");
    const scrollTop = await openLast(page);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await pressBack(page);
    expect(await waitForListAt(page, address, scrollTop)).toBe(true);

    // After a reload of the debate, the browser's back button loads the list again.
    await openLast(page);
    await page.reload();
    await waitForHydratedButton(page, "Next Turn");
    await page.goBack();
    await page
      .getByRole("link", { name: /^Should we keep promise/ })
      .last()
      .waitFor();
    expect(getPathWithQuery(page)).toBe(address);

    // The link on the debate's page also leads back to the same position of the list, even after a
    // reload and after jumps within the debate.
    await openLast(page);
    await page.reload();
    await waitForHydratedButton(page, "Next Turn");
    await page.evaluate(() => {
      window.location.hash = "#turn-1";
    });
    await pressBack(page);
    await page
      .getByRole("link", { name: /^Should we keep promise/ })
      .last()
      .waitFor();
    expect(getPathWithQuery(page)).toBe(address);
  });

  test("leads from a debate back to its list, or to the home page in a new tab", async () => {
    const { page, username } = await site().user("/");
    await addDebates(site(), username, 2);
    await page.goto(`${site().stack.origin}/debates/public?sort=newest`);
    await page
      .getByRole("link", { name: /^Should we keep/ })
      .first()
      .click();
    await page.waitForURL(/\/debate\/\d+$/);
    const findBackLink = (at: Page) => at.getByRole("link", { name: "Back to Debates" }).first();
    const waitForBackLink = (at: Page, address: string) =>
      waitUntil(async () => (await findBackLink(at).getAttribute("href")) === address, {
        what: address,
      });
    await waitForBackLink(page, "/debates/public?sort=newest");
    const tab = await page.context().newPage();
    await tab.goto(page.url());
    await tab.waitForLoadState("networkidle");
    await waitForBackLink(tab, "/");
    await findBackLink(tab).click();
    await tab.waitForURL(({ pathname }) => pathname === "/");
    expect(getPathWithQuery(tab)).toBe("/");
  });

  test("keeps the selected tab of the home page in the URL", async () => {
    const { page } = await site().user("/");
    await waitForHydratedButton(page, "Start Debate");
    await page.getByRole("tab", { name: "Popular Debates" }).click();
    await page.waitForURL(/\/\?list=popular$/);
    await page.reload();
    const tab = page.getByRole("tab", { name: "Popular Debates" });
    expect(await tab.getAttribute("aria-selected")).toBe("true");
    await page.getByRole("tab", { name: "My Debates" }).click();
    await page.waitForURL(({ search }) => search === "");
  });

  test("leads from the admin menu to the users table and focuses its heading", async () => {
    const { page, username } = await site().user("/info");
    await addDebates(site(), username, 12);
    await site().makeAdmin(username);
    await page.reload();
    await page.getByRole("button", { name: "Admin" }).click();
    await page.getByRole("link", { name: "User Management" }).click();
    const heading = page.getByRole("heading", { name: "Users", exact: true });
    await page.getByRole("table", { name: "Users" }).waitFor();
    const isShown = await waitUntil(
      () =>
        heading.evaluate((element) => {
          const { top } = element.getBoundingClientRect();
          return top >= 0 && top < innerHeight && element === document.activeElement;
        }),
      { what: "the heading in sight, with the focus" },
    );
    expect(isShown).toBe(true);
  });

  test("to the old paths /about and /debates is redirected to the current ones", async () => {
    const { page } = await site().visitor("/about?from=mail");
    expect(getPathWithQuery(page)).toBe("/info?from=mail");
    await page.goto(`${site().stack.origin}/debates?sort=newest`);
    expect(getPathWithQuery(page)).toBe("/debates/public?sort=newest");
  });
});
