import type { Page } from "playwright-core";
import { waitUntil } from "../harness.ts";
import { VISITOR_PAGES } from "./axe.ts";
import { describeInBrowser } from "./browser-harness.ts";
import {
  pressNextTurn,
  openShortDebate,
  getPathname,
  waitForScore,
  startDebateWithForm,
  playTurnsUpTo,
  findTurn,
} from "./steps.ts";

const PATHS = [...VISITOR_PAGES, "/downloadable/mp4-creator.html"];
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const TOUCH_PX = 44;

const measureOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Lists controls that are too small for a thumb, except links in a sentence. */
const listSmallControls = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const controls = document.querySelectorAll("button, a, input, textarea, [role=tab]");
    return [...controls]
      .filter((control) => getComputedStyle(control).display !== "inline")
      .map((control) => {
        const target = control.closest("label") ?? control;
        return { control, box: target.getBoundingClientRect() };
      })
      .filter(({ box }) => box.height > 0 && box.bottom > 0 && box.height < least)
      .map(({ control }) => control.outerHTML.slice(0, 100));
  }, TOUCH_PX - 0.5);

describeInBrowser("on a phone", (site) => {
  test("no page is wider than the screen, and every control is at least 44 px high", async () => {
    for (const path of PATHS) {
      const { page } = await site().visitor(path, PHONE);
      expect([path, await measureOverflow(page), await listSmallControls(page)]).toEqual([
        path,
        0,
        [],
      ]);
    }
  });

  test("the landing page shows both figures and a sentence without scrolling or shifts", async () => {
    const debatePage = await openShortDebate(site(), 2, "Is this to be played?");
    await playTurnsUpTo(debatePage, 2);
    const { page } = await site().visitor("/", {
      ...PHONE,
      reducedMotion: "no-preference",
    });
    const scene = page.getByRole("figure");
    await scene.getByText("Is this to be played?", { exact: true }).waitFor();
    const link = scene.getByRole("link", { name: "Watch this debate" });
    expect(await link.getAttribute("href")).toBe(`${getPathname(debatePage)}?watch=1`);
    const getBottoms = () =>
      scene
        .locator("[data-face], [data-caption]")
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().bottom));
    const bottoms = await getBottoms();
    expect(bottoms).toHaveLength(4);
    expect(Math.max(...bottoms)).toBeLessThanOrEqual(PHONE.viewport.height);
    const height = (await scene.boundingBox())?.height;
    const texts = new Set<string>();
    await waitUntil(async () => {
      const text = await scene.locator("[data-caption]").innerText();
      expect(text.trim()).not.toBe("");
      texts.add(text);
      return texts.size >= 3;
    });
    expect((await scene.boundingBox())?.height).toBe(height);
    // A click anywhere on the scene follows its link.
    await scene.click();
    await page.waitForURL(`**${getPathname(debatePage)}?watch=*`);
  });

  test("a debate can be started, stepped and read", async () => {
    const { page } = await site().user("/", PHONE);
    expect([await measureOverflow(page), await listSmallControls(page)]).toEqual([0, []]);
    await startDebateWithForm(page, `Is ${"very".repeat(60)} long a word? هل هذا صحيح؟ 🎉`);
    await pressNextTurn(page);
    await waitForScore(page, 1);
    expect([await measureOverflow(page), await listSmallControls(page)]).toEqual([0, []]);
    const dock = await page.getByRole("group", { name: "Debate controls" }).boundingBox();
    expect((dock?.y ?? 0) + (dock?.height ?? 0)).toBeLessThanOrEqual(PHONE.viewport.height);
    expect(await findTurn(page, 1).getByRole("note").isVisible()).toBe(true);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const footer = page.getByRole("contentinfo").getByRole("link").last();
    await waitUntil(async () => {
      const box = await footer.boundingBox();
      return box !== null && box.y + box.height <= (dock?.y ?? 0);
    });
  });

  test("a requested turn is scrolled into view even on a small screen", async () => {
    const { page } = await site().user("/", { ...PHONE, viewport: { width: 390, height: 667 } });
    await startDebateWithForm(page);
    await pressNextTurn(page);
    await waitForScore(page, 1);
    const dock = await page.getByRole("group", { name: "Debate controls" }).boundingBox();
    const end = await findTurn(page, 1).locator("p").last().boundingBox();
    expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(dock?.y ?? 0);
    expect(await page.getByRole("button", { name: "Jump to live" }).count()).toBe(0);
  });

  test("a toast is above the dock, even at the end of the page", async () => {
    const { page } = await site().user("/", PHONE);
    await startDebateWithForm(page);
    await pressNextTurn(page);
    await waitForScore(page, 1);
    await page.route("**/turns", (route) =>
      route.fulfill({ status: 409, json: { message: "No." } }),
    );
    site().allowConsoleErrors(/status of 409/);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await pressNextTurn(page);
    const toast = page.getByRole("listitem").filter({ hasText: "No." });
    await toast.waitFor();
    const [above, below] = await Promise.all(
      [toast, page.getByRole("group", { name: "Debate controls" })].map((box) => box.boundingBox()),
    );
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  });

  test("a turn that another user requests does not scroll a reader's page", async () => {
    const { page } = await site().user("/", PHONE);
    await startDebateWithForm(page);
    await pressNextTurn(page);
    await waitForScore(page, 1);
    const { page: readerPage } = await site().user(getPathname(page), PHONE);
    // Waits for hydration, after which the page no longer scrolls by itself.
    await readerPage.locator("[data-dock] button:enabled").first().waitFor();
    await readerPage.evaluate(() => window.scrollTo(0, 100));
    const scrollTop = await readerPage.evaluate(() => window.scrollY);
    await pressNextTurn(page);
    await waitForScore(readerPage, 2);
    expect(await readerPage.evaluate(() => window.scrollY)).toBe(scrollTop);
  });

  test("the vote comes into view for a reader who follows the turns, and for no other", async () => {
    const page = await openShortDebate(site(), 4);
    await page.setViewportSize(PHONE.viewport);
    await playTurnsUpTo(page, 3);
    const { page: readerPage } = await site().user(getPathname(page), PHONE);
    await readerPage.locator("[data-dock] button:enabled").first().waitFor();
    await readerPage.evaluate(() => window.scrollTo(0, 0));
    await pressNextTurn(page);
    await page.getByText("Grok has decided").waitFor();
    await waitUntil(
      async () => {
        const bar = await page.locator("[data-page-bar]").boundingBox();
        const [judge, clock] = [
          await page.getByText("Grok has decided").boundingBox(),
          await page.getByRole("timer").boundingBox(),
        ];
        const isBelowBar = (judge?.y ?? 0) > (bar?.height ?? 0);
        return isBelowBar && (clock?.y ?? Infinity) < PHONE.viewport.height - (clock?.height ?? 0);
      },
      { what: "the vote in the window" },
    );
    await readerPage.getByText("Grok has decided").waitFor();
    expect(await readerPage.evaluate(() => window.scrollY)).toBe(0);
  });

  test("the end of the debate does not scroll back a user who reads the transcript", async () => {
    const page = await openShortDebate(site(), 2);
    await page.setViewportSize(PHONE.viewport);
    await playTurnsUpTo(page, 1);
    await site().stack.fakes.fault({ kind: "judge", firstTokenMs: 6000, times: 2 });
    await pressNextTurn(page);
    await page.getByText("Grok is deciding…").waitFor();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const scrollTop = await page.evaluate(() => window.scrollY);
    await page.getByText("Grok has decided").waitFor();
    // The page becomes shorter when the controls disappear, which may reduce the scroll position.
    const lowest = await page.evaluate(() => document.body.scrollHeight - window.innerHeight);
    const now = await page.evaluate(() => window.scrollY);
    expect(now).toBeGreaterThanOrEqual(Math.min(scrollTop, Math.floor(lowest)));
  });

  test("the admin pages fit the screen, and their controls are at least 44 px high", async () => {
    const { page, username } = await site().user("/", PHONE);
    await site().makeAdmin(username, "superadmin");
    for (const [path, shown] of [
      ["/admin", "Current User"],
      ["/operations?tab=running", "Workers and their jobs"],
      ["/operations?tab=spending", "No limit is set."],
      ["/admin-panel", "Current User"],
      ["/admin-panel?tab=credits", "Current User"],
    ] as const) {
      await page.goto(site().stack.origin + path);
      await page.getByText(shown).waitFor();
      expect([path, await measureOverflow(page), await listSmallControls(page)]).toEqual([
        path,
        0,
        [],
      ]);
    }
  });

  test("the selected admin tab is centered, with hints at further tabs", async () => {
    const { page, username } = await site().user("/", PHONE);
    await site().makeAdmin(username, "superadmin");
    await page.goto(`${site().stack.origin}/admin-panel?tab=credits`);
    const tabs = page.getByRole("tablist");
    await tabs.and(page.locator("[data-before][data-after]")).waitFor();
    const box = await page.getByRole("tab", { selected: true }).boundingBox();
    const middle = (box?.x ?? 0) + (box?.width ?? 0) / 2;
    expect(Math.abs(middle - PHONE.viewport.width / 2)).toBeLessThan(2);
    await page.getByRole("tab", { name: "Audio Management" }).click();
    await tabs.and(page.locator("[data-before]:not([data-after])")).waitFor();
  });

  test("the menu contains the links that do not fit the header", async () => {
    const { page } = await site().visitor("/", PHONE);
    await page.getByRole("button", { name: "Menu" }).tap();
    await page.getByRole("group", { name: "Menu" }).getByRole("link", { name: "Login" }).tap();
    await page.waitForURL(/\/auth\?tab=login$/);
    expect(await page.getByRole("group", { name: "Menu" }).isVisible()).toBe(false);
  });
});
