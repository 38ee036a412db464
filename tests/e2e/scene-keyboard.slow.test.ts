import type { Locator, Page } from "playwright-core";
import { waitUntil } from "../harness.ts";
import { describeInBrowser } from "./browser-harness.ts";
import { closeTranscript, findVoteButton, openShortDebate } from "./steps.ts";

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement).catch(() => false);

/** Presses Tab (or Shift+Tab) until the target has the focus, then Enter. */
const pressWithKeyboard = async (
  target: Locator,
  move: "Tab" | "Shift+Tab" = "Tab",
): Promise<void> => {
  await target.waitFor();
  const { keyboard } = target.page();
  for (let presses = 0; presses < 60 && !(await hasFocus(target)); presses += 1)
    await keyboard.press(move);
  await keyboard.press("Enter");
};

const button = (page: Page, name: string): Locator => page.getByRole("button", { name });

/** Waits until an element of the page has the focus, not the whole page. */
const expectFocus = (page: Page, what: string): Promise<boolean> =>
  waitUntil(() => page.evaluate(() => document.activeElement !== document.body), { what });

const playTurn = async (page: Page, turnNumber: number): Promise<void> => {
  await pressWithKeyboard(button(page, "Next Turn"));
  await page.locator("[data-page-bar]").getByText(`Turn ${turnNumber} of 4`).waitFor();
  await page.locator(`#turn-${turnNumber} [role=note]`).waitFor({ state: "attached" });
};

describeInBrowser("a debate with only the keyboard", (site) => {
  test("is started, reacted to, read and voted on, and the focus is never lost", async () => {
    const page = await openShortDebate(site(), 4);
    await closeTranscript(page);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await site().stack.fakes.fault({ kind: "turn", tokensPerSecond: 8 });
    await pressWithKeyboard(button(page, "One turn at a time"));
    await expectFocus(page, "the focus after the start");
    await page.locator("[data-area=react] button:not([aria-disabled=true])").first().waitFor();
    const reaction = page.waitForResponse((response) => response.url().endsWith("/reactions"));
    await pressWithKeyboard(button(page, "Good point, For, ChatGPT"));
    expect((await reaction).status()).toBe(204);
    await site().stack.fakes.clearFaults();
    // Skip comes before the controls. Moving on from them would open the transcript.
    await pressWithKeyboard(button(page, "Skip"), "Shift+Tab");
    await button(page, "Skip").waitFor({ state: "detached" });
    expect(await hasFocus(page.locator("#scene"))).toBe(true);
    await pressWithKeyboard(button(page, "Transcript"));
    await page.locator("html[data-transcript=open]").waitFor();
    await pressWithKeyboard(button(page, "Transcript"));
    await page.locator("html[data-transcript=closed]").waitFor();
    await playTurn(page, 2);
    await playTurn(page, 3);
    await pressWithKeyboard(button(page, "Next Turn"));
    await page.getByRole("heading", { name: "Who won?" }).waitFor();
    expect(await hasFocus(page.locator("#scene"))).toBe(true);
    expect(await page.locator("html").getAttribute("data-transcript")).toBe("closed");
    await pressWithKeyboard(button(page, "Pause the clock"));
    await pressWithKeyboard(findVoteButton(page, "For"));
    await page.getByRole("heading", { name: /^You said For\. The judge / }).waitFor();
    await expectFocus(page, "the focus after the vote");
    await pressWithKeyboard(button(page, "Read the debate"));
    await page.locator("html[data-transcript=open]").waitFor();
  }, 300_000);
});
