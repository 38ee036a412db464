import { describeInBrowser } from "./browser-harness.ts";
import { findButton, playTurnByKeyboard, pressWithKeyboard } from "./keyboard-steps.ts";
import { addTextSpacing, expectSoundLayout, getWindowSizes } from "./layout-problems.ts";
import { recordLayoutShifts } from "./layout-shifts.ts";
import { closeTranscript, findVoteButton, openShortDebate } from "./steps.ts";

describeInBrowser("the sealed verdict", (site) => {
  test("loses no text and moves nothing with enlarged text spacing on narrow windows", async () => {
    const page = await openShortDebate(site(), 4);
    await closeTranscript(page);
    await page.setViewportSize({ width: 320, height: 568 });
    const takeShifts = await recordLayoutShifts(page);
    await page.reload();
    await addTextSpacing(page);
    for (const turnNumber of [1, 2, 3]) await playTurnByKeyboard(page, turnNumber);
    await pressWithKeyboard(findButton(page, "Next Turn"));
    await page.getByText("Grok has decided").waitFor();
    await pressWithKeyboard(findButton(page, "Pause the clock"));
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
