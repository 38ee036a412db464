import type { BrowserContextOptions, Page } from "playwright-core";
import { waitUntil } from "../harness.ts";
import { describeInBrowser } from "./browser-harness.ts";
import { getWindowSizes } from "./layout-problems.ts";
import {
  waitForFinishedTurn,
  pressNextTurn,
  openShortDebate,
  getPathname,
  waitForSpeakingTurn,
  playTurnsUpTo,
  findTurn,
} from "./steps.ts";

/** Number of a turn's lines that are visible between the top bar and the bottom bar. */
const countVisibleLines = (page: Page, turnNumber: number): Promise<number> =>
  findTurn(page, turnNumber)
    .locator("[data-speech]")
    .evaluate((words) => {
      const top = document.querySelector("[data-page-bar]")?.getBoundingClientRect().bottom ?? 0;
      const dock = document.querySelector("[data-dock]")?.getBoundingClientRect();
      const bottom = dock && dock.height > 0 ? dock.top : innerHeight;
      const range = document.createRange();
      range.selectNodeContents(words);
      const seen = [...range.getClientRects()].filter(
        (line) => line.top >= top && line.bottom <= bottom,
      );
      return new Set(seen.map((line) => Math.round(line.top))).size;
    });

describeInBrowser("the stage", (site) => {
  const slowDownTurn = (tokensPerSecond: number) =>
    site().stack.fakes.fault({ kind: "turn", tokensPerSecond });

  test("of a running debate shows the current text at once, to visitors and users at every width", async () => {
    const page = await openShortDebate(site(), 20);
    await playTurnsUpTo(page, 4);
    // Slow enough that the turn is still streaming when the last page is opened.
    await slowDownTurn(4);
    await pressNextTurn(page);
    await waitUntil(
      async () => (await findTurn(page, 5).locator("[data-speech]").innerText()).length > 200,
    );
    const { page: visitorPage } = await site().visitor(getPathname(page), {
      javaScriptEnabled: false,
    });
    expect((await findTurn(visitorPage, 1).innerText()).length).toBeGreaterThan(200);
    const open = async (options: BrowserContextOptions) =>
      (await site().user(getPathname(page), options)).page;
    for (const viewport of getWindowSizes(1440, 768, 360)) {
      const member = await open({ viewport });
      await member.locator("[data-dock] button:enabled").first().waitFor();
      expect([viewport.width, (await countVisibleLines(member, 5)) > 1]).toEqual([
        viewport.width,
        true,
      ]);
    }
  }, 240_000);

  test("keeps the exact position of its controls while a followed turn is written", async () => {
    for (const viewport of getWindowSizes(1440, 360)) {
      const page = await openShortDebate(site(), 2);
      await page.setViewportSize(viewport);
      await playTurnsUpTo(page, 1);
      await slowDownTurn(15);
      const controls = page.getByRole("group", { name: "Debate controls" });
      await pressNextTurn(page);
      await waitForSpeakingTurn(page, 2);
      const tops = controls.evaluate((dock) => {
        const seen = new Set<number>();
        const words = () =>
          document.querySelector("#turn-2 [data-speech]")?.textContent.length ?? 0;
        return new Promise<number[]>((done) => {
          // The test is meaningful only if the page scrolls with the text.
          const scrollPositions = new Set<number>();
          const recordFrame = () => {
            seen.add(dock.getBoundingClientRect().top);
            scrollPositions.add(scrollY);
            if (words() > 500 && scrollPositions.size > 1) done([...seen]);
            else requestAnimationFrame(recordFrame);
          };
          recordFrame();
        });
      });
      expect(await tops).toHaveLength(1);
      await site().stack.fakes.clearFaults();
      await waitForFinishedTurn(page, 2);
    }
  });
});
