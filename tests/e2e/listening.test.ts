import type { Page } from "playwright-core";
import { waitUntil } from "../harness.ts";
import {
  measureGapsMs,
  isSilent,
  attachAudioProbe,
  getHighlightedText,
  openPageWithAudioProbe,
  findPlayer,
  waitForPlayerText,
  waitForPlaybackAt,
  createSpokenDebate,
  seekNearEnd,
} from "./audio-probe.ts";
import { describeInBrowser } from "./browser-harness.ts";
import { waitForText, findTurn } from "./steps.ts";

const play = (page: Page, turnNumber: number): Promise<void> =>
  page.getByRole("button", { name: `Play turn ${turnNumber}` }).click();

const scrollY = (page: Page): Promise<number> => page.evaluate(() => window.scrollY);

describeInBrowser(
  "the audio player",
  (site) => {
    let path: string;

    const open = (prepare?: (page: Page) => Promise<unknown>): Promise<Page> =>
      openPageWithAudioProbe(site(), path, prepare);

    beforeAll(async () => {
      const { id } = await createSpokenDebate(site().stack.origin, 2, 2);
      path = `/debate/${id}`;
    });

    test("highlights the sentences of a turn, seeks to a clicked one, and stops when the page is left", async () => {
      const page = await open();
      await play(page, 1);
      await waitForPlayerText(page, "Playing");
      await waitForPlaybackAt(page, 1);
      const speech = findTurn(page, 1).locator("[data-speech]");
      const words = await speech.innerText();
      await waitUntil(async () => words.startsWith(await getHighlightedText(page)));
      await speech
        .locator("p")
        .last()
        .click({ position: { x: 20, y: 10 } });
      await waitForPlaybackAt(page, 10);
      await waitUntil(async () => words.indexOf(await getHighlightedText(page)) > 100);
      await page.getByRole("link", { name: "Back to Debates" }).click();
      await waitUntil(() => isSilent(page));
      expect(await findPlayer(page).count()).toBe(0);
    });

    test("scrolls the page with the voice, unless the reader has scrolled away", async () => {
      const page = await open((page) => page.setViewportSize({ width: 390, height: 600 }));
      await play(page, 1);
      await waitForPlaybackAt(page, 0.5);
      await waitUntil(() => getHighlightedText(page));
      const before = await scrollY(page);
      for (let step = 0; step < 5; step += 1) await page.keyboard.press("ArrowRight");
      await waitUntil(async () => (await scrollY(page)) > before + 50);
      await page.evaluate(() => window.scrollTo(0, 0));
      const highlighted = await getHighlightedText(page);
      for (let step = 0; step < 2; step += 1) await page.keyboard.press("ArrowRight");
      await waitUntil(async () => (await getHighlightedText(page)) !== highlighted);
      expect(await scrollY(page)).toBe(0);
    });

    test("plays a whole debate with 3 s between the turns", async () => {
      const page = await open();
      await page.getByRole("button", { name: "Listen to Debate" }).click();
      await waitForText(page, "For Side");
      await waitForText(page, "Now playing opening statement...");
      await waitForPlaybackAt(page, 0.5);
      await seekNearEnd(page);
      await waitForPlayerText(page, "Turn 2 is next");
      await waitForText(page, "Against Side");
      await waitForPlaybackAt(page, 0.5);
      await seekNearEnd(page);
      await waitForText(page, "Playback Complete");
      await waitForText(page, "Finished playing all debate turns.");
      await waitForPlayerText(page, "Completed");
      const [gap = 0] = await measureGapsMs(page);
      expect(gap).toBeGreaterThanOrEqual(3000);
      expect(gap).toBeLessThan(8000);
    });

    test("is paused, continued and stopped with the keyboard, and plays at double speed", async () => {
      const page = await open();
      await play(page, 1);
      await waitForPlaybackAt(page, 0.2);
      await page.getByLabel("Speed").selectOption("2");
      expect(await page.evaluate(() => window.audioProbe?.element.playbackRate)).toBe(2);
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await page.keyboard.press(" ");
      await waitForPlayerText(page, "Paused");
      expect(await isSilent(page)).toBe(true);
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press(" ");
      await waitForPlaybackAt(page, 5);
      await page.getByRole("button", { name: "Stop Audio" }).press("Enter");
      await waitForText(page, "Playback has been stopped.");
      expect(await isSilent(page)).toBe(true);
    });

    test("has touch-sized controls on a phone, and covers nothing", async () => {
      const page = await open((page) => page.setViewportSize({ width: 390, height: 844 }));
      await page.getByRole("button", { name: "Listen to Debate" }).click();
      // In a small window the toast itself is hidden, but it exists in the document.
      const toast = page.locator("li").filter({ hasText: "For Side" });
      await toast.waitFor({ state: "attached" });
      expect(await toast.isVisible()).toBe(false);
      await waitForPlayerText(page, "For Side: Now playing opening statement...");
      await waitForPlaybackAt(page, 0.2);
      const heights = await findPlayer(page)
        .locator("button:visible, select:visible, input:visible")
        .evaluateAll((controls) =>
          controls.map((control) => control.getBoundingClientRect().height),
        );
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
      expect(heights).toHaveLength(10);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      ).toBe(0);
      const top = (await findPlayer(page).boundingBox())?.y;
      await page.getByRole("button", { name: "Forward to turn 2" }).click();
      await waitForPlayerText(page, "Against Side: Now playing opening statement...");
      await waitForPlaybackAt(page, 0.2);
      expect((await findPlayer(page).boundingBox())?.y).toBe(top);
      await page.reload();
      await page.getByRole("button", { name: "Continue listening" }).click();
      await waitForPlayerText(page, "Against");
      await waitForPlaybackAt(page, 0.2);
    });

    test("asks for a tap where the browser blocks autoplay, and then plays", async () => {
      // Browsers allow audio only after a user's gesture, and each `evaluate` of a test counts as
      // one. So a script in the page clicks and reports the result.
      const blocked = (page: Page) =>
        page.addInitScript(() => {
          let isPressed = false;
          const timer = setInterval(() => {
            const button = document.querySelector<HTMLButtonElement>(
              "button[aria-label='Play turn 1']:enabled",
            );
            if (!isPressed) button?.click();
            isPressed ||= button !== null;
            if (!document.body?.textContent.includes("Tap to listen")) return;
            clearInterval(timer);
            console.info("blocked");
          }, 50);
        });
      let isBlocked: Promise<unknown> | undefined;
      const page = await open(async (page) => {
        await blocked(page);
        isBlocked = page.waitForEvent("console", (message) => message.text() === "blocked");
      });
      await isBlocked;
      const tap = page.getByRole("button", { name: "Tap to listen" });
      await tap.waitFor();
      expect(await isSilent(page)).toBe(true);
      await tap.click();
      await waitForPlaybackAt(page, 0.2);
      expect(await tap.count()).toBe(0);
    });

    test("shows the server's message for missing audio", async () => {
      const page = await open((page) =>
        page.route("**/api/tts/audio*", (route) =>
          route.fulfill({ status: 404, json: { message: "There is no such turn." } }),
        ),
      );
      await play(page, 1);
      await waitForText(page, "Audio playback error");
      await waitForPlayerText(page, "Error");
      await waitForPlayerText(page, "There is no such turn.");
      expect(await isSilent(page)).toBe(true);
    });

    test("requests corrupt audio once more and plays it then", async () => {
      let requestCount = 0;
      const page = await open((page) =>
        page.route("**/api/tts/audio*", (route) => {
          requestCount += 1;
          return requestCount === 1
            ? route.fulfill({ contentType: "audio/mpeg", body: "this is no sound" })
            : route.continue();
        }),
      );
      await play(page, 1);
      await waitForPlaybackAt(page, 0.2);
      expect(requestCount).toBe(2);
    });

    test("shows an error for audio that stays corrupt", async () => {
      const page = await open((page) =>
        page.route("**/api/tts/audio*", (route) =>
          route.fulfill({ contentType: "audio/mpeg", body: "this is no sound" }),
        ),
      );
      await play(page, 1);
      await waitForPlayerText(page, "format not supported");
      expect(await isSilent(page)).toBe(true);
    });

    test("keeps playing while an admin regenerates the turn, and plays the new version next", async () => {
      const { page, username } = await site().user("/");
      await site().makeAdmin(username);
      await attachAudioProbe(page);
      await page.goto(site().stack.origin + path);
      await play(page, 1);
      await waitForPlaybackAt(page, 0.2);
      await findTurn(page, 1).getByRole("button", { name: "Regenerate" }).click();
      await page.getByText("Audio Regenerated", { exact: true }).waitFor();
      expect(await isSilent(page)).toBe(false);
      await page.getByRole("button", { name: "Stop turn 1" }).click();
      const newVersionRequest = page.waitForRequest(/\/api\/tts\/audio\?.*version=2/);
      await play(page, 1);
      await newVersionRequest;
      await waitForPlaybackAt(page, 0.2);
      const download = page.waitForEvent("download");
      await findTurn(page, 1).getByRole("button", { name: "Download" }).click();
      expect((await download).suggestedFilename()).toMatch(/^Opening_For_ChatGPT_Turn\d+\.mp3$/);
      await waitForText(page, "Download Complete");
    });
  },
  { hasVoice: true },
);
