import type { Page } from "playwright-core";
import { createDebateWith, registerUser } from "../helpers/api-client.ts";
import { waitUntil } from "../harness.ts";
import { attachAudioProbe } from "./audio-probe.ts";
import { type BrowserHarness, describeInBrowser } from "./browser-harness.ts";

interface SeenCaption {
  side: string;
  /** When the caption appeared, and when its last word was spoken. */
  from: number;
  to: number;
}

declare global {
  interface Window {
    seenCaptions?: Record<string, SeenCaption>;
    /** Number of checks that found no words in the scene. */
    emptySamples?: number;
  }
}

/** Stores in the page when each caption is shown, by the clock that all pages of a test share. */
const noteCaptions = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen: Record<string, SeenCaption> = {};
    window.seenCaptions = seen;
    window.emptySamples = 0;
    setInterval(() => {
      const words = document.querySelector<HTMLElement>("[data-caption]");
      const current = words?.querySelector(":scope > p:last-child");
      const scene = document.querySelector("[data-scene]");
      if (!scene?.textContent.trim()) window.emptySamples = (window.emptySamples ?? 0) + 1;
      const text = current?.textContent ?? "";
      if (!words || text === "") return;
      const now = Date.now();
      const isWhole = current?.querySelector("span")?.textContent === "";
      const caption = (seen[text] ??= { side: words.dataset["caption"] ?? "", from: now, to: 0 });
      if (isWhole) caption.to ||= now;
    }, 20);
  });

const getCaptions = async (page: Page) =>
  Object.entries((await page.evaluate(() => window.seenCaptions)) ?? {});

/** Starts Auto-Play in a new debate and opens its page as its owner. */
const openSpokenDebate = async (site: BrowserHarness) => {
  const client = await registerUser(site.stack.origin);
  const { id } = await createDebateWith(client, { maxTurns: 4, botBProvider: "claude" });
  await client.request("PUT", `/api/debates/${id}/auto-play`, { body: { on: true } });
  return `/debate/${id}`;
};

const openScene = async (site: BrowserHarness, path: string): Promise<Page> => {
  const { page } = await site.user("/");
  await attachAudioProbe(page);
  await page.evaluate(() => localStorage.setItem("transcript", "closed"));
  await page.goto(site.stack.origin + path);
  return page;
};

describeInBrowser(
  "a debate at the pace of the voice",
  (site) => {
    test("shows the same words within 300 ms in two browsers", async () => {
      const path = await openSpokenDebate(site());
      const pages = [await openScene(site(), path), await openScene(site(), path)] as const;
      for (const page of pages) await page.locator("[data-caption]").waitFor();
      for (const page of pages) await noteCaptions(page);
      const inBoth = async () => {
        const [muted, heard] = [await getCaptions(pages[0]), await getCaptions(pages[1])];
        return muted.slice(1).flatMap(([text, { from }]) => {
          const other = heard.slice(1).find(([each]) => each === text)?.[1];
          return other ? [Math.abs(other.from - from)] : [];
        });
      };
      await waitUntil(async () => (await inBoth()).length >= 6, { timeoutMs: 120_000 });
      expect(Math.max(...(await inBoth()))).toBeLessThan(300);
    });

    test("turns the sound on with one press, without losing the words", async () => {
      const page = await openScene(site(), await openSpokenDebate(site()));
      await page.locator("[data-caption]").waitFor();
      await noteCaptions(page);
      await page.getByRole("button", { name: "Tap for sound" }).click();
      await page.getByRole("button", { name: "Sound on" }).waitFor();
      await waitUntil(() => page.evaluate(() => (window.audioProbe?.element.currentTime ?? 0) > 2));
      expect(await page.evaluate(() => window.emptySamples)).toBe(0);
      expect((await getCaptions(page)).length).toBeGreaterThan(0);
    });

    test("continues within 8 s after the last word, with something on screen all the time", async () => {
      const page = await openScene(site(), await openSpokenDebate(site()));
      await page.locator("[data-caption=bot_a]").waitFor();
      await noteCaptions(page);
      await page.locator("[data-ruling]").waitFor({ timeout: 120_000 });
      await page.locator("[data-caption=bot_b]").waitFor();
      const captions = (await getCaptions(page)).map(([, caption]) => caption);
      const lastWordAt = Math.max(...captions.map(({ side, to }) => (side === "bot_a" ? to : 0)));
      const firstWordAt = captions.find(({ side }) => side === "bot_b")?.from ?? Infinity;
      expect(firstWordAt - lastWordAt).toBeLessThan(8000);
      expect(await page.evaluate(() => window.emptySamples)).toBe(0);
    });

    test("cannot be paused by a stranger", async () => {
      const page = await openScene(site(), await openSpokenDebate(site()));
      const pause = page.getByRole("button", { name: "Pause Auto-Play" });
      await pause.waitFor();
      expect(await pause.getAttribute("aria-disabled")).toBe("true");
      await pause.click({ force: true });
      await page.getByText(/the debate’s owner and admins can pause it\.$/).waitFor();
    });
  },
  { hasVoice: true, variables: { STANDIN_SPEECH_SPEED: "2" } },
);
