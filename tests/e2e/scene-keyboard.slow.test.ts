import type { Page } from "playwright-core";
import { waitUntil } from "../harness.ts";
import { describeInBrowser } from "./browser-harness.ts";
import { findButton, hasFocus, playTurnByKeyboard, pressWithKeyboard } from "./keyboard-steps.ts";
import { closeTranscript, findVoteButton, openShortDebate } from "./steps.ts";

/** Waits until an element of the page has the focus, not the whole page. */
const expectFocus = (page: Page, what: string): Promise<boolean> =>
  waitUntil(() => page.evaluate(() => document.activeElement !== document.body), { what });

describeInBrowser("a debate with only the keyboard", (site) => {
  test("is started, reacted to, read and voted on, and the focus is never lost", async () => {
    const page = await openShortDebate(site(), 4);
    await closeTranscript(page);
    await site().stack.fakes.fault({ kind: "turn", tokensPerSecond: 8 });
    // Tabs backwards from the bottom bar to the scene. Tabbing forwards would open the transcript.
    await pressWithKeyboard(findButton(page, "One turn at a time"), "Shift+Tab");
    await expectFocus(page, "the focus after the start");
    await page.locator("[data-area=react] button:not([aria-disabled=true])").first().waitFor();
    const reaction = page.waitForResponse((response) => response.url().endsWith("/reactions"));
    await pressWithKeyboard(findButton(page, "Good point, For, ChatGPT"));
    expect((await reaction).status()).toBe(204);
    await site().stack.fakes.clearFaults();
    // Skip comes before the bottom bar. Tabbing forwards from the bar would open the transcript.
    await pressWithKeyboard(findButton(page, "Skip"), "Shift+Tab");
    await findButton(page, "Skip").waitFor({ state: "detached" });
    expect(await hasFocus(page.locator("#scene"))).toBe(true);
    await pressWithKeyboard(findButton(page, "Transcript"));
    await page.locator("html[data-transcript=open]").waitFor();
    await pressWithKeyboard(findButton(page, "Transcript"));
    await page.locator("html[data-transcript=closed]").waitFor();
    await playTurnByKeyboard(page, 2);
    await playTurnByKeyboard(page, 3);
    await pressWithKeyboard(findButton(page, "Next Turn"));
    await page.getByRole("heading", { name: "Who won?" }).waitFor();
    expect(await hasFocus(page.locator("#scene"))).toBe(true);
    expect(await page.locator("html").getAttribute("data-transcript")).toBe("closed");
    await pressWithKeyboard(findButton(page, "Pause the clock"));
    await pressWithKeyboard(findVoteButton(page, "For"));
    await page.getByRole("heading", { name: /^You said For\. The judge / }).waitFor();
    await expectFocus(page, "the focus after the vote");
    await pressWithKeyboard(findButton(page, "Read the debate"));
    await page.locator("html[data-transcript=open]").waitFor();
  }, 300_000);
});
