import type { Page } from "playwright-core";
import { waitUntil } from "../harness.ts";
import { describeInBrowser } from "./browser-harness.ts";
import {
  pressNextTurn,
  openShortDebate,
  waitForScore,
  waitForSpeakingTurn,
  playTurnsUpTo,
  voteForSideFor,
  findTurn,
} from "./steps.ts";

/** The computed `content-visibility` of each turn. */
const getContentVisibility = (page: Page): Promise<string[]> =>
  page
    .getByRole("list", { name: "Turns" })
    .locator("> li")
    .evaluateAll((turns) => turns.map((each) => getComputedStyle(each).contentVisibility));

describeInBrowser("the stage", (site) => {
  const slowDownTurn = (tokensPerSecond = 15) =>
    site().stack.fakes.fault({ kind: "turn", tokensPerSecond });
  const clearFaults = () => site().stack.fakes.clearFaults();

  test("shows the speaker to a reader who has scrolled back, and offers to jump to the live turn", async () => {
    const motion = "Should cities charge drivers for entering centres?";
    const page = await openShortDebate(site(), 6, motion);
    await page.setViewportSize({ width: 390, height: 700 });
    await playTurnsUpTo(page, 2);
    await slowDownTurn(4);
    await pressNextTurn(page);
    await waitForSpeakingTurn(page, 3);
    const bar = page.getByRole("region", { name: "Scoreboard" });
    await bar.getByText("ChatGPT", { exact: true }).waitFor();
    await bar.getByText("Live").waitFor();
    // The browser skips the layout of turns that are far outside of the viewport.
    await waitUntil(async () => (await getContentVisibility(page))[0] === "auto");
    expect((await getContentVisibility(page))[2]).toBe("visible");
    await bar.getByText(motion).waitFor();
    await page.evaluate(() => scrollTo(0, 200));
    const jump = page.getByRole("button", { name: "Jump to live: turn 3" });
    await jump.waitFor();
    const scrollTop = await page.evaluate(() => scrollY);
    const length = async () => (await findTurn(page, 3).textContent())?.length ?? 0;
    const before = await length();
    await waitUntil(async () => (await length()) > before + 60);
    expect(await page.evaluate(() => scrollY)).toBe(scrollTop);
    await jump.click();
    await jump.waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("turn-3");
    await clearFaults();
    await waitForScore(page, 3);
    expect(await getContentVisibility(page)).toEqual(["visible", "visible", "visible"]);
    const words = await findTurn(page, 3).getByRole("note").locator("p").allTextContents();
    // The note contains score, ruling and feedback.
    expect(words).toEqual([
      expect.stringMatching(/^\d+ \/ 10$/),
      expect.any(String),
      expect.any(String),
    ]);
    expect(words[1]?.split(" ").length).toBeLessThanOrEqual(15);
    const note = await findTurn(page, 3).getByRole("note").boundingBox();
    const dock = await page.locator("[data-dock]").boundingBox();
    expect((note?.y ?? 0) + (note?.height ?? 0)).toBeLessThanOrEqual(dock?.y ?? 0);
  });

  test("shows the vote and then the verdict in view at the debate's end", async () => {
    const page = await openShortDebate(site(), 2);
    await page.setViewportSize({ width: 1280, height: 720 });
    await playTurnsUpTo(page, 2);
    await voteForSideFor(page);
    const headline = page.getByRole("heading", { name: /^You said For\. The judge / });
    const box = await headline.boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(720);
    await page.reload();
    await page.getByRole("heading", { name: /wins$|^Draw$/ }).waitFor();
    expect(await page.getByRole("button", { name: "Skip" }).count()).toBe(0);
    // A completed debate has no stage, so the bar is aligned with the narrower page.
    const [motion, bar] = await Promise.all(
      [page.locator("main h1"), page.locator("[data-page-bar] p").first()].map((words) =>
        words.boundingBox(),
      ),
    );
    expect(bar?.x).toBe(motion?.x);
    // On a slow machine the replay may be over before the click, so the test tries again.
    await waitUntil(async () => {
      await page.getByRole("button", { name: "Replay the verdict" }).click();
      const skip = page.getByRole("button", { name: "Skip" });
      return skip.click({ timeout: 2000 }).then(
        () => true,
        () => false,
      );
    });
  });
});
