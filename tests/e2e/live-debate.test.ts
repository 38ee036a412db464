import type { Page } from "playwright-core";
import { waitUntil } from "../harness.ts";
import { describeInBrowser } from "./browser-harness.ts";
import {
  waitForHydratedButton,
  waitForFinishedTurn,
  pressNextTurn,
  openShortDebate,
  getPathname,
  waitForText,
  waitForScore,
  waitForSpeakingTurn,
  startDebateWithForm,
  playTurnsUpTo,
  findTurn,
  getTurnText,
} from "./steps.ts";

describeInBrowser("a live debate", (site) => {
  /** Slows the next turn down, so that a test can open a page while it streams. */
  const slowDownTurn = () => site().stack.fakes.fault({ kind: "turn", tokensPerSecond: 5 });
  const clearFaults = () => site().stack.fakes.clearFaults();
  const getIcon = (page: Page) => page.locator('link[rel="icon"]').getAttribute("href");

  test("is started by a new user, and two watchers see the same text", async () => {
    const { page } = await site().visitor("/", { viewport: { width: 390, height: 500 } });
    const getPosition = () => page.evaluate(() => [window.scrollY, document.activeElement?.id]);
    await page.getByRole("link", { name: "Sign up" }).click();
    await waitForHydratedButton(page, "Sign up");
    await page.getByLabel("Username").fill("newcomer");
    await page.getByLabel("Email").fill("newcomer@example.org");
    await page.getByLabel("Password").fill("secret1");
    await page.getByRole("button", { name: "Sign up" }).click();
    await waitForText(page, "Your account has been created successfully.");
    await waitForHydratedButton(page, "Start Debate");
    expect(await getPosition()).toEqual([0, "main"]);
    await startDebateWithForm(page);

    const { page: other } = await site().user(getPathname(page));
    await waitForText(page, "2 watching");
    await slowDownTurn();
    await pressNextTurn(page);
    await waitForSpeakingTurn(other, 1);
    await waitUntil(async () => (await other.title()).startsWith("● Live: "));
    const icon = await getIcon(other);
    expect(icon).toBe("/favicon-live.svg");
    expect((await fetch(site().stack.origin + icon)).headers.get("content-type")).toMatch(/svg/);
    await clearFaults();
    await waitForScore(page, 1);
    await waitForScore(other, 1);
    const words = await getTurnText(page, 1);
    expect(words.length).toBeGreaterThan(300);
    expect(await getTurnText(other, 1)).toBe(words);
    expect(await other.title()).not.toContain("Live");
    expect(await getIcon(other)).toBe("/favicon.svg");
    await other.reload();
    expect(await getTurnText(other, 1)).toBe(words);
  });

  test("shows the text so far to pages that are opened or reloaded during a turn", async () => {
    const page = await openShortDebate(site(), 2);
    await slowDownTurn();
    await pressNextTurn(page);
    await waitForSpeakingTurn(page, 1);
    await waitUntil(async () => (await getTurnText(page, 1)).length > 60, { what: "some words" });
    const before = await getTurnText(page, 1);
    await page.reload();
    await waitForSpeakingTurn(page, 1);
    expect((await getTurnText(page, 1)).slice(0, before.length)).toBe(before);
    const { page: latePage } = await site().user(getPathname(page));
    await clearFaults();
    await waitForScore(page, 1);
    await waitForScore(latePage, 1);
    expect(await getTurnText(page, 1)).toBe(await getTurnText(latePage, 1));
  });

  test("shows visitors 4 turns live and then asks them to join", async () => {
    const page = await openShortDebate(site(), 6);
    const { page: visitorPage } = await site().visitor(getPathname(page));
    await waitForText(visitorPage, "2 watching");
    await playTurnsUpTo(page, 4);
    await waitForFinishedTurn(visitorPage, 4);
    expect(await getTurnText(visitorPage, 4)).toBe(await getTurnText(page, 4));
    await waitForText(visitorPage, "Want to see how this debate ends?");
    await waitForText(visitorPage, "Join to read full debate");
    await pressNextTurn(page);
    await waitForScore(page, 5);
    await waitForText(visitorPage, "Turn 5 of 6");
    expect(await findTurn(visitorPage, 5).count()).toBe(0);
    expect(await visitorPage.getByRole("note").count()).toBe(0);
  });

  test("shows a failed turn, which the owner can retry", async () => {
    const page = await openShortDebate(site(), 2);
    await site().stack.fakes.fault({ kind: "turn", effect: "status", status: 401 });
    await pressNextTurn(page);
    await page.getByRole("button", { name: "Try again" }).click();
    await waitForScore(page, 1);
    expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
  });
});
