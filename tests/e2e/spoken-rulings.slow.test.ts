import type { Page } from "playwright-core";
import { createDebateWith, registerUser } from "../helpers/api-client.ts";
import { waitUntil } from "../harness.ts";
import { attachRulingProbe, isRulingPaused, waitForRulingVoice } from "./audio-probe.ts";
import { type BrowserHarness, describeInBrowser } from "./browser-harness.ts";

/** Starts Auto-Play in a new debate and opens its scene as a new user. */
const openSpokenDebate = async (site: BrowserHarness) => {
  const client = await registerUser(site.stack.origin);
  const { id } = await createDebateWith(client, { maxTurns: 6, botBProvider: "claude" });
  await client.request("PUT", `/api/debates/${id}/auto-play`, { body: { on: true } });
  const { page } = await site.user("/");
  await attachRulingProbe(page);
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

describeInBrowser(
  "the judge's ruling at the pace of the voice",
  (site) => {
    test("is spoken in the judge's moment while the sound is on, before the next turn", async () => {
      const { page, requests } = await openSpokenDebate(site());
      await turnSoundOn(page);
      await waitForRulingVoice(page);
      expect(await page.locator("[data-ruling=ruling]").count()).toBe(1);
      expect(await page.locator("[data-caption]").count()).toBe(0);
      expect(new Set(requests).size).toBe(1);
      await page.locator("[data-caption=bot_b]").waitFor();
      expect(await isRulingPaused(page)).toBe(true);
    });

    test("stops when the viewer skips the moment", async () => {
      const { page } = await openSpokenDebate(site());
      await turnSoundOn(page);
      await waitForRulingVoice(page);
      await page.getByRole("button", { name: "Skip" }).click();
      await waitUntil(() => isRulingPaused(page));
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
