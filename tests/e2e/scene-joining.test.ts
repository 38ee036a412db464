import type { Page } from "playwright-core";
import { waitUntil } from "../harness.ts";
import { type BrowserHarness, describeInBrowser } from "./browser-harness.ts";
import {
  findTurn,
  getPathname,
  getTurnText,
  openShortDebate,
  playTurnsUpTo,
  pressNextTurn,
  waitForScore,
} from "./steps.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/**
 * Opens a debate on a phone as a new user or a visitor. `transcript` is its state at the last
 * visit: `open` or `closed`.
 */
const join = async (
  site: BrowserHarness,
  path: string,
  { as = "user", transcript = "closed" }: { as?: "user" | "visitor"; transcript?: string } = {},
): Promise<Page> => {
  const localStorage = [{ name: "transcript", value: transcript }];
  const storageState = { cookies: [], origins: [{ origin: site.stack.origin, localStorage }] };
  const { page } = await site[as](path, { ...PHONE, storageState });
  await page.locator("[data-dock] button:enabled").first().waitFor();
  return page;
};

/** Waits for a text in a part of the scene, and until it is inside the window. */
const waitForShown = async (page: Page, selector: string, text: string | RegExp): Promise<void> => {
  const part = page.locator(selector).filter({ hasText: text });
  await part.waitFor();
  await waitUntil(async () => {
    const box = await part.boundingBox();
    return box !== null && box.y >= 0 && box.y + box.height <= PHONE.viewport.height;
  });
};

const waitForTurn = (page: Page, turnNumber: number): Promise<void> =>
  page.locator("[data-page-bar]").getByText(`Turn ${turnNumber} of 6`).waitFor();

/** Whether the end of a turn is between the top bar and the bottom bar. */
const isEndInView = (page: Page, turnNumber: number): Promise<boolean> =>
  findTurn(page, turnNumber).evaluate((turn) => {
    const { bottom } = turn.getBoundingClientRect();
    const bar = document.querySelector("[data-page-bar]")?.getBoundingClientRect().bottom ?? 0;
    const dock = document.querySelector("[data-dock]")?.getBoundingClientRect().top ?? 0;
    return bottom > bar && bottom <= dock;
  });

describeInBrowser("a phone that joins a running debate", (site) => {
  test("between two turns shows the last one: its ruling, or its last words to visitors", async () => {
    const page = await openShortDebate(site(), 6);
    await playTurnsUpTo(page, 2);
    const path = getPathname(page);
    const member = await join(site(), path);
    await waitForTurn(member, 2);
    await waitForShown(member, "[data-ruling=ruling]", /out of 10 for Claude, turn 2/);
    const visitor = await join(site(), path, { as: "visitor" });
    await waitForTurn(visitor, 2);
    const lastWords = (await getTurnText(page, 2)).split(/\s+/).slice(-2).join(" ");
    await waitForShown(visitor, "[data-caption=bot_b]", lastWords);
    expect(await visitor.locator("[data-ruling]").count()).toBe(0);
    const reader = await join(site(), path, { transcript: "open" });
    await waitUntil(() => isEndInView(reader, 2), { what: "the end of turn 2" });
    // The next turn appears on all phones without a press on them.
    await pressNextTurn(page);
    for (const phone of [member, visitor]) {
      await phone.locator("[data-caption=bot_a]").waitFor();
      await waitForTurn(phone, 3);
    }
    await waitForScore(reader, 3);
    await waitUntil(() => isEndInView(reader, 3), { what: "the end of turn 3" });
  });

  test("in the middle of a turn shows the sentence that is being written", async () => {
    const page = await openShortDebate(site(), 6);
    await playTurnsUpTo(page, 1);
    await site().stack.fakes.fault({ kind: "turn", tokensPerSecond: 8 });
    await pressNextTurn(page);
    await waitUntil(async () => (await getTurnText(page, 2)).length > 100);
    for (const as of ["user", "visitor"] as const) {
      const before = (await getTurnText(page, 2)).length;
      const phone = await join(site(), getPathname(page), { as });
      await waitForTurn(phone, 2);
      await phone.locator("[data-figure=bot_b][data-lit=lit]").waitFor();
      await waitForShown(phone, "[data-caption=bot_b]", /\S/);
      const caption = (await phone.locator("[data-caption] > p").last().innerText()).slice(0, 15);
      // A phone that began with the first sentence would show earlier words.
      expect((await getTurnText(page, 2)).indexOf(caption)).toBeGreaterThan(before / 2);
    }
    await site().stack.fakes.clearFaults();
    await waitForScore(page, 2);
  });
});
