import type { Page } from "playwright-core";
import { until } from "../harness.ts";
import {
  gaps,
  isSilent,
  listenTo,
  markedWords,
  openHeard,
  player,
  shows,
  soundAt,
  spokenDebate,
  toTheEnd,
} from "./ear.ts";
import { describeSite } from "./site.ts";
import { said, turn } from "./steps.ts";

const play = (page: Page, turnNumber: number): Promise<void> =>
  page.getByRole("button", { name: `Play turn ${turnNumber}` }).click();

const scrollY = (page: Page): Promise<number> => page.evaluate(() => window.scrollY);

describeSite(
  "listening",
  (site) => {
    let path: string;

    const open = (prepare?: (page: Page) => Promise<unknown>): Promise<Page> =>
      openHeard(site(), path, prepare);

    beforeAll(async () => {
      const { id } = await spokenDebate(site().stack.origin, 2, 2);
      path = `/debate/${id}`;
    });

    test("a turn plays, its sentences are marked and can be sought, and leaving is silence", async () => {
      const page = await open();
      await play(page, 1);
      await shows(page, "Playing");
      await soundAt(page, 1);
      const speech = turn(page, 1).locator("[data-speech]");
      const words = await speech.innerText();
      await until(async () => words.startsWith(await markedWords(page)));
      await speech
        .locator("p")
        .last()
        .click({ position: { x: 20, y: 10 } });
      await soundAt(page, 10);
      await until(async () => words.indexOf(await markedWords(page)) > 100);
      await page.getByRole("link", { name: "Back to Debates" }).click();
      await until(() => isSilent(page));
      expect(await player(page).count()).toBe(0);
    });

    test("the page follows the voice while its reader does, and not when they have scrolled away", async () => {
      const page = await open((page) => page.setViewportSize({ width: 390, height: 600 }));
      await play(page, 1);
      await soundAt(page, 0.5);
      await until(() => markedWords(page));
      const before = await scrollY(page);
      for (let hop = 0; hop < 5; hop += 1) await page.keyboard.press("ArrowRight");
      await until(async () => (await scrollY(page)) > before + 50);
      await page.evaluate(() => window.scrollTo(0, 0));
      const marked = await markedWords(page);
      for (let hop = 0; hop < 2; hop += 1) await page.keyboard.press("ArrowRight");
      await until(async () => (await markedWords(page)) !== marked);
      expect(await scrollY(page)).toBe(0);
    });

    test("a whole debate plays by itself, with 3 s between the turns", async () => {
      const page = await open();
      await page.getByRole("button", { name: "Listen to Debate" }).click();
      await said(page, "For Side");
      await said(page, "Now playing opening statement...");
      await soundAt(page, 0.5);
      await toTheEnd(page);
      await shows(page, "Turn 2 is next");
      await said(page, "Against Side");
      await soundAt(page, 0.5);
      await toTheEnd(page);
      await said(page, "Playback Complete");
      await said(page, "Finished playing all debate turns.");
      await shows(page, "Completed");
      const [gap = 0] = await gaps(page);
      expect(gap).toBeGreaterThanOrEqual(3000);
      expect(gap).toBeLessThan(8000);
    });

    test("it is paused, sped up and stopped with the keyboard", async () => {
      const page = await open();
      await play(page, 1);
      await soundAt(page, 0.2);
      await page.getByLabel("Speed").selectOption("2");
      expect(await page.evaluate(() => window.heard?.element.playbackRate)).toBe(2);
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await page.keyboard.press(" ");
      await shows(page, "Paused");
      expect(await isSilent(page)).toBe(true);
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press(" ");
      await soundAt(page, 5);
      await page.getByRole("button", { name: "Stop Audio" }).press("Enter");
      await said(page, "Playback has been stopped.");
      expect(await isSilent(page)).toBe(true);
    });

    test("it is gone through with the thumb, and nothing is covered", async () => {
      const page = await open((page) => page.setViewportSize({ width: 390, height: 844 }));
      await page.getByRole("button", { name: "Listen to Debate" }).click();
      // It is there for seconds, also where nobody sees it.
      const toast = page.locator("li").filter({ hasText: "For Side" });
      await toast.waitFor({ state: "attached" });
      expect(await toast.isVisible()).toBe(false);
      await shows(page, "For Side: Now playing opening statement...");
      await soundAt(page, 0.2);
      const heights = await player(page)
        .locator("button:visible, select:visible, input:visible")
        .evaluateAll((controls) =>
          controls.map((control) => control.getBoundingClientRect().height),
        );
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
      expect(heights).toHaveLength(10);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      ).toBe(0);
      const top = (await player(page).boundingBox())?.y;
      await page.getByRole("button", { name: "On to turn 2" }).click();
      await shows(page, "Against Side: Now playing opening statement...");
      await soundAt(page, 0.2);
      expect((await player(page).boundingBox())?.y).toBe(top);
      await page.reload();
      await page.getByRole("button", { name: "Go on listening" }).click();
      await shows(page, "Against");
      await soundAt(page, 0.2);
    });

    test("where the browser blocks it, one tap is asked for and it plays", async () => {
      // A press that no person made gives no right to make a sound. Whatever a test looks up in
      // a page counts as a gesture: the page itself says when it has come so far.
      const blocked = (page: Page) =>
        page.addInitScript(() => {
          let isPressed = false;
          const look = setInterval(() => {
            const button = document.querySelector<HTMLButtonElement>(
              "button[aria-label='Play turn 1']:enabled",
            );
            if (!isPressed) button?.click();
            isPressed ||= button !== null;
            if (!document.body?.textContent.includes("Tap to listen")) return;
            clearInterval(look);
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
      await soundAt(page, 0.2);
      expect(await tap.count()).toBe(0);
    });

    test("a sound that is not there is told in the server's words", async () => {
      const page = await open((page) =>
        page.route("**/api/tts/audio*", (route) =>
          route.fulfill({ status: 404, json: { message: "There is no such turn." } }),
        ),
      );
      await play(page, 1);
      await said(page, "Audio playback error");
      await shows(page, "Error");
      await shows(page, "There is no such turn.");
      expect(await isSilent(page)).toBe(true);
    });

    test("a corrupt sound is asked for once more, and is played then", async () => {
      let asked = 0;
      const page = await open((page) =>
        page.route("**/api/tts/audio*", (route) => {
          asked += 1;
          return asked === 1
            ? route.fulfill({ contentType: "audio/mpeg", body: "this is no sound" })
            : route.continue();
        }),
      );
      await play(page, 1);
      await soundAt(page, 0.2);
      expect(asked).toBe(2);
    });

    test("a sound that stays corrupt is told as such", async () => {
      const page = await open((page) =>
        page.route("**/api/tts/audio*", (route) =>
          route.fulfill({ contentType: "audio/mpeg", body: "this is no sound" }),
        ),
      );
      await play(page, 1);
      await shows(page, "format not supported");
      expect(await isSilent(page)).toBe(true);
    });

    test("an admin has a turn made anew while it plays, and hears the new one then", async () => {
      const { page, username } = await site().user("/");
      await site().makeAdmin(username);
      await listenTo(page);
      await page.goto(site().stack.origin + path);
      await play(page, 1);
      await soundAt(page, 0.2);
      await turn(page, 1).getByRole("button", { name: "Regenerate" }).click();
      await page.getByText("Audio Regenerated", { exact: true }).waitFor();
      expect(await isSilent(page)).toBe(false);
      await page.getByRole("button", { name: "Stop turn 1" }).click();
      const anew = page.waitForRequest(/\/api\/tts\/audio\?.*version=2/);
      await play(page, 1);
      await anew;
      await soundAt(page, 0.2);
      const saved = page.waitForEvent("download");
      await turn(page, 1).getByRole("button", { name: "Download" }).click();
      expect((await saved).suggestedFilename()).toMatch(/^Opening_For_ChatGPT_Turn\d+\.mp3$/);
      await said(page, "Download Complete");
    });
  },
  { hasVoice: true },
);
