import type { Locator, Page } from "playwright-core";
import { describeInBrowser } from "./browser-harness.ts";
import { addTextSpacing, expectSoundLayout, getWindowSizes } from "./layout-problems.ts";
import { recordLayoutShifts } from "./layout-shifts.ts";
import { closeTranscript, findVoteButton, openShortDebate } from "./steps.ts";

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement).catch(() => false);

/** Presses Tab until the target has the focus, then Enter. */
const pressWithKeyboard = async (target: Locator): Promise<void> => {
  await target.waitFor();
  const { keyboard } = target.page();
  for (let presses = 0; presses < 60 && !(await hasFocus(target)); presses += 1)
    await keyboard.press("Tab");
  await keyboard.press("Enter");
};

const button = (page: Page, name: string): Locator => page.getByRole("button", { name });

const playTurn = async (page: Page, turnNumber: number): Promise<void> => {
  await pressWithKeyboard(button(page, "Next Turn"));
  await page.locator("[data-page-bar]").getByText(`Turn ${turnNumber} of 4`).waitFor();
  await page.locator(`#turn-${turnNumber} [role=note]`).waitFor({ state: "attached" });
};

describeInBrowser("the sealed verdict", (site) => {
  test("loses no text and moves nothing with enlarged text spacing on narrow windows", async () => {
    const page = await openShortDebate(site(), 4);
    await closeTranscript(page);
    await page.setViewportSize({ width: 320, height: 568 });
    const takeShifts = await recordLayoutShifts(page);
    await page.reload();
    await addTextSpacing(page);
    for (const turnNumber of [1, 2, 3]) await playTurn(page, turnNumber);
    await pressWithKeyboard(button(page, "Next Turn"));
    await page.getByText("Grok has decided").waitFor();
    await pressWithKeyboard(button(page, "Pause the clock"));
    const SPACED = { sizes: getWindowSizes(320, 390, 844), parts: "#verdict", mayScroll: true };
    await expectSoundLayout(page, "before the vote", SPACED);
    await page.setViewportSize({ width: 320, height: 568 });
    // A new size of the window moves everything.
    await takeShifts();
    await pressWithKeyboard(findVoteButton(page, "Against"));
    await page.getByRole("heading", { name: /^You said Against\. The judge / }).waitFor();
    await page.getByText("The audience · 1 vote").waitFor();
    expect(await takeShifts()).toEqual([]);
    await expectSoundLayout(page, "after the last step", SPACED);
  });
});
