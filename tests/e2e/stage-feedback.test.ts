import type { Page } from "playwright-core";
import { describeInBrowser } from "./browser-harness.ts";
import { openShortDebate, waitForScore, playTurnsUpTo } from "./steps.ts";

const SLOW_MS = 3000;

/** Delays what a press asks of the API. */
const slowDown = async (page: Page): Promise<void> => {
  await page.route(/\/api\/debates\/\d+\/(turns|auto-play)$/, async (route) => {
    if (route.request().method() !== "GET")
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    await route.continue().catch(() => undefined);
  });
};

interface Feedback {
  /** Milliseconds from the press to the frame that shows it on the stage; null where none did in 2 s. */
  shownMs: number | null;
  /** What was announced meanwhile. */
  announced: string[];
  /** Layout shift that no input explains. */
  shift: number;
}

/** Presses a button of the page and looks at the bar over the stage, frame by frame, for 2 s. */
const press = async (page: Page, button: string, sign: string): Promise<Feedback> => {
  await page.evaluate((wanted) => {
    const announced: string[] = [];
    const live = document.querySelector('[data-stage] [aria-live="polite"]');
    const bar = document.querySelector('[aria-label="Scoreboard"]');
    const ear = new MutationObserver(() => announced.push(live?.textContent ?? ""));
    if (live) ear.observe(live, { childList: true, characterData: true, subtree: true });
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
    const watch = async (): Promise<Feedback> => {
      const start = performance.now();
      let shownMs: number | null = null;
      while (performance.now() - start < 2000) {
        await new Promise(requestAnimationFrame);
        if (shownMs === null && bar?.textContent?.includes(wanted))
          shownMs = performance.now() - start;
      }
      ear.disconnect();
      return { shownMs, announced, shift };
    };
    addEventListener("click", () => Object.assign(window, { feedback: watch() }), {
      capture: true,
      once: true,
    });
  }, sign);
  await page.getByRole("button", { name: button }).click();
  return page.evaluate(() => (window as unknown as { feedback: Promise<Feedback> }).feedback);
};

describeInBrowser("a press of the debate's controls on a slow network", (site) => {
  // The second turn: the first takes the place of the invitation to start.
  test("of Next Turn shows on the stage within 100 ms, is announced once, and moves nothing", async () => {
    const page = await openShortDebate(site(), 4);
    await playTurnsUpTo(page, 1);
    await slowDown(page);
    const { shownMs, announced, shift } = await press(page, "Next Turn", "Turn 2 of 4");
    expect(shownMs).not.toBeNull();
    expect(shownMs).toBeLessThan(100);
    expect(announced).toEqual(["Turn 2, Against, Claude: getting ready."]);
    expect(shift).toBeLessThan(0.01);
    expect(await page.locator("#turn-2").innerText()).toContain("Gathering its thoughts");
    await waitForScore(page, 2);
  });

  test("of Enable Auto-Play shows on the stage within 100 ms, and is announced once", async () => {
    const page = await openShortDebate(site(), 4);
    await playTurnsUpTo(page, 1);
    await slowDown(page);
    const { shownMs, announced, shift } = await press(page, "Enable Auto-Play", "Auto-Play");
    expect(shownMs).not.toBeNull();
    expect(shownMs).toBeLessThan(100);
    expect(announced).toEqual([expect.stringMatching(/^Auto-Play is on, by person-/)]);
    expect(shift).toBeLessThan(0.01);
    await page.getByRole("button", { name: "Pause Auto-Play" }).waitFor();
  });

  test("is taken back where the server refuses it", async () => {
    site().forgive(/status of 503/);
    const page = await openShortDebate(site(), 2);
    const refusal = { status: 503, json: { code: "unavailable", message: "Try later." } };
    await page.route(/\/api\/debates\/\d+\/auto-play$/, (route) => route.fulfill(refusal));
    // Answered once the page shows the turn: before that, "detached" would be true too early.
    await page.route(/\/api\/debates\/\d+\/turns$/, async (route) => {
      if (route.request().method() === "GET") return route.continue();
      await page.locator("#turn-1").waitFor();
      return route.fulfill(refusal);
    });
    await page.getByRole("button", { name: "Enable Auto-Play" }).click();
    await page.getByText("Try later.").first().waitFor();
    await page.getByRole("button", { name: "Enable Auto-Play" }).waitFor();
    const refused = page.waitForResponse((response) => response.status() === 503);
    await page.getByRole("button", { name: "Next Turn" }).click();
    await refused;
    await page.locator("#turn-1").waitFor({ state: "detached" });
    await page.getByText("Ready when you are.").waitFor();
    expect(await page.locator("#turn-1").count()).toBe(0);
  });
});
