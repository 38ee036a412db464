import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { MomentView } from "#shared/contract/moment.ts";
import { nextTurn, registerUser, startDebate, turnsOf } from "../api-client.ts";
import { until } from "../harness.ts";
import { gaps, isSilent, listenTo, markedWords, soundAt } from "./ear.ts";
import { describeSite } from "./site.ts";
import { alive, said, turn } from "./steps.ts";

const player = (page: Page) => page.getByRole("region", { name: "Audio player" });
const shows = (page: Page, word: string): Promise<void> =>
  player(page).getByText(word, { exact: true }).waitFor();
const play = (page: Page, turnNumber: number): Promise<void> =>
  page.getByRole("button", { name: `Play turn ${turnNumber}` }).click();

const scrollY = (page: Page): Promise<number> => page.evaluate(() => window.scrollY);

/** Moves to just before the end of the turn that plays. */
const toTheEnd = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const element = window.heard?.element;
    if (element) element.currentTime = element.duration - 0.2;
  });

declare global {
  interface Window {
    /** Where on the air it was, now and then. */
    places?: number[];
  }
}

/** Notes again and again which place on the air is heard, as a page does that nobody sees. */
const listenHidden = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const [name, value] of [
      ["hidden", true],
      ["visibilityState", "hidden"],
    ] as const)
      Object.defineProperty(document, name, { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    const places: number[] = [];
    window.places = places;
    setInterval(() => {
      const { src = "", currentTime = 0 } = window.heard?.element ?? {};
      const from = /\?at=(\d+)/.exec(src)?.[1];
      if (from && currentTime > 0) places.push(Number(from) + currentTime * 1000);
    }, 100);
  });

describeSite(
  "listening live",
  (site) => {
    test("a debate that plays by itself is heard to its end in a page that nobody sees", async () => {
      const client = await registerUser(site().stack.origin);
      const { id } = await startDebate(client, { maxTurns: 2, botBProvider: "claude" });
      await client.request("PUT", `/api/debates/${id}/auto-play`, { body: { on: true } });
      const { page } = await site().user("/");
      await listenTo(page);
      await page.goto(`${site().stack.origin}/debate/${id}`);
      await page.getByRole("button", { name: "Listen live" }).click();
      await listenHidden(page);
      await shows(page, "Completed");
      expect(await isSilent(page)).toBe(true);
      const places = (await page.evaluate(() => window.places)) ?? [];
      const sentences = (await turnsOf(client, id)).map(({ audio }) => audio.durationMs ?? 0);
      const [from = 0, to = 0] = [places[0], places.at(-1)];
      expect(to - from).toBeGreaterThan(Math.max(...sentences) + 3000);
      for (const [at, place] of places.entries())
        expect(place - (places[at - 1] ?? 0)).toBeGreaterThan(-50);
      await player(page).getByText("Turn 2").first().waitFor();
    });
  },
  { hasVoice: true, variables: { STANDIN_SPEECH_SPEED: "8" } },
);
/** Selects the first words of a turn, as a mouse would. */
const selectWords = (page: Page, turnNumber: number): Promise<void> =>
  turn(page, turnNumber)
    .locator("[data-speech] p")
    .first()
    .evaluate((paragraph) => {
      paragraph.scrollIntoView({ block: "center" });
      const letters = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT).nextNode();
      const words = document.createRange();
      words.setStart(letters ?? paragraph, 0);
      words.setEnd(letters ?? paragraph, 1);
      document.getSelection()?.removeAllRanges();
      document.getSelection()?.addRange(words);
    });

/** Keeps answers back until the returned function is called. */
const holdBack = async (page: Page, address: string): Promise<() => void> => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, (route) => held.then(() => route.continue()).catch(() => undefined));
  return release;
};

/** From now on the page's browser is one that cannot write H.264. */
const refuseH264 = () => {
  const ask = VideoEncoder.isConfigSupported.bind(VideoEncoder);
  VideoEncoder.isConfigSupported = async (config) =>
    config.codec.startsWith("avc") ? { supported: false, config } : ask(config);
};

/** What the browser itself makes of a video: its length, its sound, and some of its frames. */
const watchVideo = (page: Page, file: Buffer) =>
  page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const video = document.createElement("video");
    video.muted = true;
    video.src = URL.createObjectURL(new Blob([bytes]));
    await new Promise((resolve, reject) => {
      video.addEventListener("loadeddata", resolve);
      video.addEventListener("error", () => reject(new Error(video.error?.message)));
    });
    const { duration, videoWidth: width, videoHeight: height } = video;
    const pen = new OffscreenCanvas(width, height).getContext("2d");
    const frames: { bright: number }[] = [];
    for (const part of [0.1, 0.5, 0.9]) {
      const sought = new Promise((resolve) => video.addEventListener("seeked", resolve));
      video.currentTime = duration * part;
      await sought;
      // On a busy machine what is sought is there before it can be painted.
      let bright = 0;
      for (let looks = 0; bright === 0 && looks < 300; looks += 1) {
        pen?.drawImage(video, 0, 0);
        const pixels = pen?.getImageData(0, 0, width, height).data ?? [];
        for (let at = 0; at < pixels.length; at += 4) if ((pixels[at + 1] ?? 0) > 150) bright++;
        await new Promise(requestAnimationFrame);
      }
      frames.push({ bright });
    }
    const context = new OfflineAudioContext(1, 1, 48_000);
    const sound = await context.decodeAudioData(bytes.buffer);
    const squares = sound.getChannelData(0).reduce((sum, sample) => sum + sample * sample, 0);
    const loudness = Math.sqrt(squares / sound.length);
    return {
      durationMs: duration * 1000,
      soundMs: sound.duration * 1000,
      width,
      height,
      frames,
      loudness,
    };
  }, file.toString("base64"));

describeSite(
  "listening",
  (site) => {
    let path: string;

    const spoken = async (turns: number, maxTurns: number) => {
      const client = await registerUser(site().stack.origin);
      const { id } = await startDebate(client, { maxTurns, botBProvider: "claude" });
      for (let count = 1; count <= turns; count += 1) {
        await nextTurn(client, id);
        await until(
          async () => {
            const ready = (await turnsOf(client, id)).filter((t) => t.audio.status === "ready");
            return ready.length === count;
          },
          { what: `turn ${count} being spoken` },
        );
      }
      return { client, id };
    };

    const open = async (prepare?: (page: Page) => Promise<unknown>): Promise<Page> => {
      const { page } = await site().user("/");
      await listenTo(page);
      await prepare?.(page);
      await page.goto(site().stack.origin + path);
      return page;
    };

    beforeAll(async () => {
      const { id } = await spoken(2, 2);
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

    test("the words of a moment are in sight when its dialog opens, wherever they are", async () => {
      const page = await open();
      await page.getByRole("button", { name: "Share a moment of turn 2" }).click();
      const words = page.getByRole("group", { name: "The words" });
      const first = words.locator("mark:not(:empty)");
      await first.waitFor();
      const [box, marked] = await Promise.all([words.boundingBox(), first.boundingBox()]);
      expect(marked?.y).toBeGreaterThan(box?.y ?? Infinity);
      expect(marked?.y).toBeLessThan((box?.y ?? 0) + (box?.height ?? 0));
    });

    // What everything plays, and what any browser can make that cannot make that.
    test.each(["mp4", "webm"])(
      "a moment is shared as a video with its words and its voice: %s",
      async (kind) => {
        const page = await open();
        if (kind === "webm") await page.evaluate(refuseH264);
        await alive(page, "Listen to Debate");
        await selectWords(page, 1);
        await page.getByRole("button", { name: "Share this moment" }).click();
        const dialog = page.getByRole("dialog");
        await dialog.getByText("Begins with sentence 1 of").waitFor();
        await dialog.getByRole("radio", { name: "Square" }).check();
        const [video] = await Promise.all([
          page.waitForEvent("download"),
          dialog.getByRole("button", { name: "Make video" }).click(),
        ]);
        expect(video.suggestedFilename()).toMatch(/^debate-\d+-moment-1\.1-1\.1-square\.\w+$/);
        expect(video.suggestedFilename()).toContain(`.${kind}`);
        const answer = await page.request.get(
          `${site().stack.origin}/api${path.replace("debate", "debates")}/moment?moment=1.1-1.1`,
        );
        const { durationMs } = MomentView.parse(await answer.json());
        const seen = await watchVideo(page, await readFile(await video.path()));
        expect(Math.abs(seen.durationMs - durationMs)).toBeLessThan(50);
        expect(Math.abs(seen.soundMs - durationMs)).toBeLessThan(50);
        expect([seen.width, seen.height]).toEqual([720, 720]);
        expect(seen.loudness).toBeGreaterThan(0.01);
        // Words, faces and waveform are bright on a dark ground, and change while they are heard.
        for (const { bright } of seen.frames) expect(bright).toBeGreaterThan(2000);
        expect(new Set(seen.frames.map(({ bright }) => bright)).size).toBeGreaterThan(1);
      },
    );

    test("a moment is shared as a link, which opens there, and as a picture where a browser makes no videos", async () => {
      const page = await open();
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await alive(page, "Listen to Debate");
      await selectWords(page, 1);
      await page.getByRole("button", { name: "Share this moment" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("Begins with sentence 1 of").waitFor();
      await dialog.getByRole("button", { name: "End a sentence later" }).click();
      await dialog.getByRole("button", { name: "Begin a sentence later" }).click();
      await dialog.getByText("Begins with sentence 2 of").waitFor();
      await dialog.getByRole("button", { name: "Copy link" }).click();
      await said(page, "Link to this moment copied to clipboard");
      const link = await page.evaluate(() => navigator.clipboard.readText());
      expect(link).toBe(`${site().stack.origin}${path}?moment=1.2-1.2`);

      // What is cancelled is not made.
      await dialog.getByRole("radio", { name: "Square" }).check();
      const release = await holdBack(page, "**/moment.mp3*");
      await dialog.getByRole("button", { name: "Make video" }).click();
      await dialog.getByRole("progressbar").waitFor();
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await dialog.getByRole("progressbar").waitFor({ state: "detached" });
      release();
      const answer = await page.request.get(
        `${site().stack.origin}/api${path.replace("debate", "debates")}/moment?moment=1.2-1.2`,
      );
      const { passages } = MomentView.parse(await answer.json());
      await page.addInitScript(() => Reflect.deleteProperty(window, "VideoEncoder"));
      await page.goto(link);
      await page.getByText("A moment of turn 1").waitFor();
      const words = passages[0]?.sentences[0]?.text ?? "";
      await until(async () => (await markedWords(page)) === words, {
        what: "the moment being marked",
      });
      await page.getByRole("button", { name: "Play the moment" }).click();
      await soundAt(page, (passages[0]?.sentences[0]?.startMs ?? 0) / 1000);
      await shows(page, "Paused");

      // From the player, in a browser that makes no videos.
      await player(page).getByRole("button", { name: "Share this moment" }).click();
      await dialog.getByText("This browser cannot make videos").waitFor();
      expect(await dialog.getByRole("button", { name: "Make video" }).count()).toBe(0);
      const [picture] = await Promise.all([
        page.waitForEvent("download"),
        dialog.getByRole("button", { name: "Save picture" }).click(),
      ]);
      const png = await readFile(await picture.path());
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([720, 1280]);
    });

    test("a live debate plays on with each turn that can be heard", async () => {
      const { client, id } = await spoken(1, 2);
      path = `/debate/${id}`;
      const page = await open();
      await page.getByRole("button", { name: "Play All Audio" }).click();
      await said(page, "For Side");
      await soundAt(page, 0.2);
      await toTheEnd(page);
      await shows(page, "Waiting for turn 2");
      await nextTurn(client, id);
      await said(page, "Against Side");
      await soundAt(page, 0.2);
      await toTheEnd(page);
      await said(page, "Playback Complete");
      expect(await isSilent(page)).toBe(true);
    });
  },
  { hasVoice: true },
);
