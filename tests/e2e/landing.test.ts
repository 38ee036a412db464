import type { Page } from "playwright-core";
import { createDebateWith, registerUser } from "../helpers/api-client.ts";
import { waitUntil } from "../harness.ts";
import { describeInBrowser } from "./browser-harness.ts";
import { waitForText } from "./steps.ts";

declare global {
  interface Window {
    /** Captions that the scene has shown. An empty text means that it showed no caption. */
    shownCaptions?: string[];
  }
}

const CAPTION = "main figure [data-caption] > p:last-child";

/** Records every caption that the scene shows from now on. The scene may appear later. */
const noteCaptions = (page: Page): Promise<void> =>
  page.evaluate((selector) => {
    const shown: string[] = [];
    window.shownCaptions = shown;
    const note = () => {
      const text = document.querySelector(selector)?.textContent.trim() ?? "";
      if (text !== shown.at(-1) && (text !== "" || shown.length > 0)) shown.push(text);
    };
    new MutationObserver(note).observe(document.body, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    note();
  }, CAPTION);

const getCaptions = async (page: Page): Promise<string[]> =>
  (await page.evaluate(() => window.shownCaptions)) ?? [];

describeInBrowser("the scene on the landing page", (site) => {
  test("shows a live debate as it is written, without a blank moment and without counting its viewers", async () => {
    const client = await registerUser(site().stack.origin);
    const { id } = await createDebateWith(client, { maxTurns: 4, botBProvider: "claude" });
    await site().stack.fakes.fault({ kind: "turn", tokensPerSecond: 10 });
    await client.request("PUT", `/api/debates/${id}/auto-play`, { body: { on: true } });
    const viewport = { width: 390, height: 844 };
    const { page } = await site().visitor("/", { viewport, reducedMotion: "no-preference" });
    const scene = page.locator("main figure").first();
    await scene.getByText(/^Live, turn/).waitFor();
    await page.locator(CAPTION).waitFor();
    await noteCaptions(page);

    // Figures, judge and caption are above the fold of a phone.
    const figures = ["bot_a", "bot_b", "judge"].map((figure) => `[data-figure=${figure}]`);
    for (const part of [...figures, "[data-caption] > p:last-child"]) {
      const box = await scene.locator(part).boundingBox();
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(viewport.height);
    }

    await waitUntil(async () => (await getCaptions(page)).length > 2, { what: "more captions" });
    await site().stack.fakes.clearFaults();
    await waitUntil(async () => (await getCaptions(page)).length > 5, { what: "more captions" });
    expect(await getCaptions(page)).not.toContain("");

    // The viewer of the landing page is not counted.
    const { page: other } = await site().user(`/debate/${id}`);
    await waitForText(other, "1 watching");
    await scene.getByRole("link").click();
    await page.waitForURL(`**/debate/${id}`);
    await waitForText(other, "2 watching");
  });
});
