import type { Page } from "playwright-core";
import { createDebateWith, registerUser } from "../helpers/api-client.ts";
import { waitUntil } from "../harness.ts";
import { type BrowserHarness, describeInBrowser } from "./browser-harness.ts";

declare global {
  interface Window {
    /** The audio element that has played a ruling. */
    rulingElement?: HTMLMediaElement;
  }
}

/** Stores the element that plays a ruling, because it is not in the document. */
const installRulingProbe = (): void => {
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function playRuling() {
    if (this.src.endsWith("/ruling.mp3")) window.rulingElement = this;
    return play.call(this);
  };
};

/** Starts Auto-Play in a new debate and opens its scene as a new user. */
const openSpokenDebate = async (site: BrowserHarness) => {
  const client = await registerUser(site.stack.origin);
  const { id } = await createDebateWith(client, { maxTurns: 6, botBProvider: "claude" });
  await client.request("PUT", `/api/debates/${id}/auto-play`, { body: { on: true } });
  const { page } = await site.user("/");
  await page.addInitScript(installRulingProbe);
  await page.evaluate(() => localStorage.setItem("transcript", "closed"));
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/ruling.mp3")) requests.push(request.url());
  });
  await page.goto(`${site.stack.origin}/debate/${id}`);
  await page.locator("[data-caption=bot_a]").waitFor();
  return { page, requests };
};

const turnSoundOn = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Tap for sound" }).click();
  await page.getByRole("button", { name: "Sound on" }).waitFor();
};

/** Waits until the ruling is audible. */
const waitForVoice = (page: Page) =>
  page.waitForFunction(
    () => {
      const { rulingElement: element } = window;
      return element && !element.paused && element.currentTime > 0.3;
    },
    undefined,
    { timeout: 120_000 },
  );

const isVoicePaused = (page: Page): Promise<boolean> =>
  page.evaluate(() => window.rulingElement?.paused ?? true);

describeInBrowser(
  "the judge's ruling at the pace of the voice",
  (site) => {
    test("is spoken in the judge's moment while the sound is on, before the next turn", async () => {
      const { page, requests } = await openSpokenDebate(site());
      await turnSoundOn(page);
      await waitForVoice(page);
      expect(await page.locator("[data-ruling=ruling]").count()).toBe(1);
      expect(await page.locator("[data-caption]").count()).toBe(0);
      expect(new Set(requests).size).toBe(1);
      await page.locator("[data-caption=bot_b]").waitFor();
      expect(await isVoicePaused(page)).toBe(true);
    });

    test("stops when the viewer skips the moment", async () => {
      const { page } = await openSpokenDebate(site());
      await turnSoundOn(page);
      await waitForVoice(page);
      await page.getByRole("button", { name: "Skip" }).click();
      await waitUntil(() => isVoicePaused(page));
      expect(await page.evaluate(() => window.rulingElement?.ended)).toBe(false);
    });

    test("is only shown while the sound is off, without a request", async () => {
      const { page, requests } = await openSpokenDebate(site());
      await page.locator("[data-ruling=ruling]").waitFor({ timeout: 120_000 });
      await page.locator("[data-caption=bot_b]").waitFor();
      expect(requests).toEqual([]);
    });
  },
  { hasVoice: true, variables: { STANDIN_SPEECH_SPEED: "2" } },
);
