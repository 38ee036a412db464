import type { Page } from "playwright-core";
import { waitUntil } from "../harness.ts";
import {
  attachAudioProbe,
  attachRulingProbe,
  createSpokenDebate,
  isRulingPaused,
  isSilent,
  openPageWithAudioProbe,
  seekNearEnd,
  waitForPlaybackAt,
  waitForRulingVoice,
} from "./audio-probe.ts";
import { describeInBrowser } from "./browser-harness.ts";

const SIZES = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
];

const scene = (page: Page) => page.getByRole("dialog", { name: /^Watch: / });
const press = (page: Page, name: string): Promise<void> =>
  scene(page).getByRole("button", { name }).click();

/** The words of the caption that the voice has reached. */
const getSpokenWords = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const caption = document.querySelector("[data-watch] [data-caption] > p:last-child");
    return caption?.firstChild?.textContent ?? "";
  });

const getPosition = (page: Page): Promise<number> =>
  page.evaluate(() => window.audioProbe?.element.currentTime ?? 0);

/** Lists what is cut off or overlaps in the scene. */
const listProblems = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scene = document.querySelector("[data-watch] [data-scene]")?.getBoundingClientRect();
    if (!scene) return ["no scene"];
    const problems: string[] = [];
    for (const part of document.querySelectorAll("[data-watch] :is([data-scene] p, button)")) {
      const isControl = part.tagName === "BUTTON";
      const box = part.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(part);
      // The box of a whole caption ends below its words. The box of a shortened caption ends above
      // the words that it hides. So the smaller of the two values is the visible bottom.
      const words = isControl ? box : range.getBoundingClientRect();
      const { left, right, top, width } = words;
      const bottom = Math.min(words.bottom, box.bottom);
      if (width === 0) continue;
      const name = part.textContent?.slice(0, 30) ?? "";
      if (left < -1 || right > innerWidth + 1) problems.push(`too wide: ${name}`);
      if (!isControl && (top < scene.top - 1 || bottom > scene.bottom + 1))
        problems.push(`cut off: ${name}`);
      if (isControl && bottom > innerHeight + 1) problems.push(`below the window: ${name}`);
    }
    return problems;
  });

describeInBrowser(
  "a finished debate that is watched",
  (site) => {
    let path: string;

    beforeAll(async () => {
      const { id } = await createSpokenDebate(site().stack.origin, 6, 6);
      path = `/debate/${id}`;
      await waitUntil(
        async () => {
          const [row] = await site().sql<{ isJudged: boolean }>(
            `SELECT bool_and(score IS NOT NULL) AS "isJudged" FROM turns WHERE debate_id = $1`,
            [id],
          );
          return row?.isJudged;
        },
        { what: "the score of each turn" },
      );
      // Makes the debate end an hour ago, so that its results are visible without a vote.
      await site().sql(
        "UPDATE debates SET spoken_at = now() - interval '1 hour', pace = 'voice' WHERE id = $1",
        [id],
      );
      // Stores a recording of the ruling about turn 1, with the sound of turn 1 itself.
      await site().sql(
        `INSERT INTO audio_cache
                (ruling_turn_id, provider, content_hash, status, version, audio_data, etag, duration_ms)
         SELECT t.id, 'grok', 'ruling', 'complete', 1, a.audio_data, 'ruling', a.duration_ms
           FROM turns t JOIN audio_cache a ON a.turn_id = t.id
          WHERE t.debate_id = $1 AND t.turn_number = 1`,
        [id],
      );
    });

    test("plays the recordings with captions, then the spoken ruling, and ends with the verdict", async () => {
      const page = await openPageWithAudioProbe(site(), path, attachRulingProbe);
      await page.getByRole("link", { name: "Watch it" }).click();
      await waitForPlaybackAt(page, 1);
      const words = await getSpokenWords(page);
      expect(words.length).toBeGreaterThan(0);
      await waitUntil(async () => (await getSpokenWords(page)) !== words, { what: "more words" });
      expect(await scene(page).locator("[data-lit=bot_a]").count()).toBe(1);

      await page.keyboard.press("Space");
      await waitUntil(() => isSilent(page), { what: "the pause" });
      const position = await getPosition(page);
      await press(page, "Continue");
      await waitForPlaybackAt(page, position + 0.3);

      await seekNearEnd(page);
      await scene(page).locator("[data-ruling=ruling]").waitFor();
      expect(await scene(page).locator("[data-ruling]").innerText()).toMatch(
        /^(10|[1-9])\s+out of 10 for ChatGPT, turn 1\s+\S+/,
      );
      await waitForRulingVoice(page);
      await press(page, "Pause");
      await waitUntil(() => isRulingPaused(page), { what: "the pause of the ruling" });
      const heard = await page.evaluate(() => window.rulingElement?.currentTime ?? 0);
      await press(page, "Continue");
      await waitForRulingVoice(page, heard + 0.3);
      expect(await isSilent(page)).toBe(true);
      expect(await scene(page).locator("[data-ruling=ruling]").count()).toBe(1);
      await page.evaluate(() => {
        const { rulingElement: element } = window;
        if (element) element.currentTime = element.duration - 0.2;
      });
      await scene(page).locator("[data-caption=bot_b]").waitFor();
      await waitForPlaybackAt(page, 0.2);

      for (let turn = 3; turn <= 7; turn += 1) await page.keyboard.press("ArrowRight");
      await scene(page).getByRole("button", { name: "Share the verdict" }).waitFor();
      expect(await isSilent(page)).toBe(true);

      await press(page, "Watch again");
      await waitForPlaybackAt(page, 0.2);
      await page.keyboard.press("Escape");
      await scene(page).waitFor({ state: "detached" });
      expect(await isSilent(page)).toBe(true);
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
      expect(page.url()).toBe(site().stack.origin + path);
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Watch it");
    });

    test("shows visitors the turns they may read, and nothing of the judge's results", async () => {
      const { page } = await site().visitor("/");
      await attachAudioProbe(page);
      const received: string[] = [];
      page.on("response", async (response) => {
        if (/\/api\/|\/debate\//.test(response.url()))
          received.push(await response.text().catch(() => ""));
      });
      await page.goto(`${site().stack.origin}${path}?watch=4`);
      await scene(page).locator("[data-caption=bot_b]").waitFor();
      await press(page, "Next turn");
      await scene(page).getByRole("link", { name: "Sign up" }).waitFor();
      expect(await scene(page).locator("[data-ruling]").count()).toBe(0);
      const rows = await site().sql<{ secret: string }>(
        `SELECT ruling AS secret FROM turns WHERE ruling IS NOT NULL
         UNION SELECT content FROM turns WHERE turn_number > 4
         UNION SELECT scores ->> 'reasoning' FROM debates WHERE scores IS NOT NULL`,
      );
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.filter(({ secret }) => received.some((text) => text.includes(secret)))).toEqual(
        [],
      );
      await press(page, "Leave");
      await scene(page).waitFor({ state: "detached" });
      expect(page.url()).toBe(site().stack.origin + path);
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Watch it");
    });

    test("turns the sound off and on where the words are, at every size of the window", async () => {
      const page = await openPageWithAudioProbe(site(), `${path}?watch=2`);
      await scene(page).locator("[data-caption=bot_b]").waitFor();
      for (const viewport of SIZES) {
        await page.setViewportSize(viewport);
        await waitUntil(async () => (await listProblems(page)).length === 0, {
          timeoutMs: 5000,
        }).catch(() => undefined);
        expect([viewport, await listProblems(page)]).toEqual([viewport, []]);
      }
      const isOn = (await scene(page).getByRole("button", { name: "Sound on" }).count()) > 0;
      if (isOn) await press(page, "Sound on");
      const first = await getSpokenWords(page);
      await waitUntil(async () => (await getSpokenWords(page)) !== first, {
        what: "the next caption without sound",
      });
      await press(page, "Tap for sound");
      await waitForPlaybackAt(page, 1);
    });
  },
  { hasVoice: true },
);
