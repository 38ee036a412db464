import type { Page } from "playwright-core";
import { describeInBrowser } from "./browser-harness.ts";
import { getWindowSizes } from "./layout-problems.ts";
import { closeTranscript, openShortDebate, pressNextTurn } from "./steps.ts";

/** Names and boxes of the controls below the scene, in their order. */
const listControls = (page: Page) =>
  page.locator("[data-dock] :is(button, a)").evaluateAll((controls) =>
    controls
      // Left out: points of the chart, which appear with each score, and the ballot, which appears
      // for most viewers and only before turn 2.
      .filter((control) => !control.closest("svg, [data-ballot]"))
      .map((control) => {
        const { left, top, width, height } = control.getBoundingClientRect();
        const name = control.getAttribute("aria-label") ?? control.textContent;
        return { name, box: [left, top, width, height].map(Math.round) };
      }),
  );

describeInBrowser("the controls of a running debate", (site) => {
  test("are the same at the same place before, during and after a turn", async () => {
    for (const viewport of getWindowSizes(1440, 390)) {
      const page = await openShortDebate(site(), 4);
      await page.setViewportSize(viewport);
      await closeTranscript(page);
      const before = await listControls(page);
      expect(before.map(({ name }) => name)).toEqual([
        "Good point, For, ChatGPT",
        "Good point, Against, Claude",
        "Transcript",
        "Next Turn",
        "Enable Auto-Play",
      ]);
      await pressNextTurn(page);
      expect(await listControls(page)).toEqual(before);
      await page.locator("[data-caption]").waitFor();
      expect(await listControls(page)).toEqual(before);
      await page.locator("[data-ruling=quotes]").waitFor();
      expect(await listControls(page)).toEqual(before);
      await page.locator("[data-figure=judge]:not([data-lit])").waitFor();
      expect(await listControls(page)).toEqual(before);
    }
  });
});
