import type { Page } from "playwright-core";
import { describeInBrowser } from "./browser-harness.ts";
import { openShortDebate, waitForScore, playTurnsUpTo } from "./steps.ts";

const SLOW_MS = 3000;

/** Delays the API requests that a click sends. */
const delayRequests = async (page: Page): Promise<void> => {
  await page.route(/\/api\/debates\/\d+\/(turns|auto-play)$/, async (route) => {
    if (route.request().method() !== "GET")
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    await route.continue().catch(() => undefined);
  });
};

/** 100 ms at 60 frames per second. Counted in frames, because a busy machine paints fewer. */
const MAX_FRAMES = 6;

interface Feedback {
  /** Number of frames until the stage shows the click's effect; null if it did not within 2 s. */
  shownFrames: number | null;
  /** Texts that the live region announced during these 2 s. */
  announcements: string[];
  /** Sum of layout shifts that no input explains. */
  shift: number;
}

/** Clicks a button and observes the bars around the stage for 2 s, frame by frame. */
const clickAndWatch = async (page: Page, button: string, text: string): Promise<Feedback> => {
  await page.evaluate((text) => {
    const announcements: string[] = [];
    const live = document.querySelector('[data-stage] [aria-live="polite"]');
    const bars = [...document.querySelectorAll("[data-page-bar], [data-dock]")];
    const observer = new MutationObserver(() => announcements.push(live?.textContent ?? ""));
    if (live) observer.observe(live, { childList: true, characterData: true, subtree: true });
    let shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as unknown as {
          value: number;
          hadRecentInput: boolean;
        };
        if (!hadRecentInput) shift += value;
      }
    }).observe({ type: "layout-shift" });
    const recordFeedback = async (): Promise<Feedback> => {
      const start = performance.now();
      let shownFrames: number | null = null;
      for (let frames = 1; performance.now() - start < 2000; frames++) {
        await new Promise(requestAnimationFrame);
        if (bars.some((bar) => bar.textContent.includes(text))) shownFrames ??= frames;
      }
      observer.disconnect();
      return { shownFrames, announcements, shift };
    };
    addEventListener("click", () => Object.assign(window, { feedback: recordFeedback() }), {
      capture: true,
      once: true,
    });
  }, text);
  await page.getByRole("button", { name: button }).click();
  return page.evaluate(() => (window as unknown as { feedback: Promise<Feedback> }).feedback);
};

describeInBrowser("a click on a slow network", (site) => {
  // Uses the second turn, because the first one replaces the invitation to start.
  test("on Next Turn is shown on the stage within 100 ms and announced once, without layout shift", async () => {
    const page = await openShortDebate(site(), 4);
    await playTurnsUpTo(page, 1);
    await delayRequests(page);
    const { shownFrames, announcements, shift } = await clickAndWatch(
      page,
      "Next Turn",
      "Turn 2 of 4",
    );
    expect(shownFrames).not.toBeNull();
    expect(shownFrames).toBeLessThanOrEqual(MAX_FRAMES);
    expect(announcements).toEqual(["Turn 2, Against, Claude: getting ready."]);
    expect(shift).toBeLessThan(0.01);
    expect(await page.locator("#turn-2").innerText()).toContain("Thinking");
    await waitForScore(page, 2);
  });

  test("on Enable Auto-Play is shown on the stage within 100 ms and announced once", async () => {
    const page = await openShortDebate(site(), 4);
    await playTurnsUpTo(page, 1);
    await delayRequests(page);
    const { shownFrames, announcements, shift } = await clickAndWatch(
      page,
      "Enable Auto-Play",
      "Auto-Play, started by person-",
    );
    expect(shownFrames).not.toBeNull();
    expect(shownFrames).toBeLessThanOrEqual(MAX_FRAMES);
    expect(announcements).toEqual([expect.stringMatching(/^Auto-Play is on, started by person-/)]);
    expect(shift).toBeLessThan(0.01);
    await page.getByRole("button", { name: "Pause Auto-Play" }).waitFor();
  });

  test("on either control is undone when the server refuses it", async () => {
    site().allowConsoleErrors(/status of 503/);
    const page = await openShortDebate(site(), 2);
    const refusal = { status: 503, json: { code: "unavailable", message: "Try later." } };
    await page.route(/\/api\/debates\/\d+\/auto-play$/, (route) => route.fulfill(refusal));
    // Waits until the page shows the turn, or the check that it disappears would pass too early.
    await page.route(/\/api\/debates\/\d+\/turns$/, async (route) => {
      if (route.request().method() === "GET") return route.continue();
      await page.locator("#turn-1").waitFor();
      return route.fulfill(refusal);
    });
    await page.getByRole("button", { name: "Enable Auto-Play" }).click();
    await page.getByText("Try later.").first().waitFor();
    await page.getByRole("button", { name: "Enable Auto-Play" }).waitFor();
    const refusedResponse = page.waitForResponse((response) => response.status() === 503);
    await page.getByRole("button", { name: "Next Turn" }).click();
    await refusedResponse;
    await page.locator("#turn-1").waitFor({ state: "detached" });
    await page.getByText("Ready when you are.").waitFor();
    expect(await page.locator("#turn-1").count()).toBe(0);
  });
});
