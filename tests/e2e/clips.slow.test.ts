import { DIGITAL_SOURCE_TYPE } from "#shared/domain/ai-label.ts";
import { SIMULATED_MODEL } from "#shared/domain/model-name.ts";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { ClipView } from "#shared/contract/debates/clip.ts";
import { waitUntil } from "../harness.ts";
import {
  getHighlightedText,
  openPageWithAudioProbe,
  findPlayer,
  waitForPlayerText,
  waitForPlaybackAt,
  createSpokenDebate,
} from "./audio-probe.ts";
import { describeInBrowser } from "./browser-harness.ts";
import { waitForHydratedButton, waitForText, findTurn } from "./steps.ts";

/** Selects the first words of a turn, as with a mouse. */
const selectWords = (page: Page, turnNumber: number): Promise<void> =>
  findTurn(page, turnNumber)
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

/** Opens the dialog for a clip of the first sentence. */
const shareFirstWords = async (page: Page) => {
  await waitForHydratedButton(page, "Listen to Debate");
  await selectWords(page, 1);
  await page.getByRole("button", { name: "Share this moment" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Start: sentence 1 of").waitFor();
  return dialog;
};

/** Delays the responses of this address until the returned function is called. */
const delayResponses = async (page: Page, address: string): Promise<() => void> => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, (route) =>
    released.then(() => route.continue()).catch(() => undefined),
  );
  return release;
};

/** Runs in the page. Makes the browser's encoder reject H.264. */
const disableH264 = () => {
  const isConfigSupported = VideoEncoder.isConfigSupported.bind(VideoEncoder);
  VideoEncoder.isConfigSupported = async (config) =>
    config.codec.startsWith("avc") ? { supported: false, config } : isConfigSupported(config);
};

/** Returns a video's durations, size and loudness, and the bright pixels of three frames. */
const decodeVideo = (page: Page, file: Buffer) =>
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
    const context = new OffscreenCanvas(width, height).getContext("2d");
    const frames: { brightPixels: number }[] = [];
    for (const part of [0.1, 0.5, 0.9]) {
      const seeked = new Promise((resolve) => video.addEventListener("seeked", resolve));
      video.currentTime = duration * part;
      await seeked;
      // On a busy machine `seeked` is fired before the frame can be drawn, so the loop draws again
      // until a pixel is bright.
      let brightPixels = 0;
      for (let attempts = 0; brightPixels === 0 && attempts < 300; attempts += 1) {
        context?.drawImage(video, 0, 0);
        const pixels = context?.getImageData(0, 0, width, height).data ?? [];
        for (let at = 0; at < pixels.length; at += 4)
          if ((pixels[at + 1] ?? 0) > 150) brightPixels++;
        await new Promise(requestAnimationFrame);
      }
      frames.push({ brightPixels });
    }
    const audioContext = new OfflineAudioContext(1, 1, 48_000);
    const audio = await audioContext.decodeAudioData(bytes.buffer);
    const squares = audio.getChannelData(0).reduce((sum, sample) => sum + sample * sample, 0);
    const loudness = Math.sqrt(squares / audio.length);
    return {
      durationMs: duration * 1000,
      soundMs: audio.duration * 1000,
      width,
      height,
      frames,
      loudness,
    };
  }, file.toString("base64"));

describeInBrowser(
  "a clip of a debate",
  (site) => {
    let path: string;
    beforeAll(async () => {
      const { id } = await createSpokenDebate(site().stack.origin, 2, 2);
      path = `/debate/${id}`;
    });

    test("has its words in view when its dialog opens", async () => {
      const page = await openPageWithAudioProbe(site(), path);
      await page.getByRole("button", { name: "Share a moment of turn 2" }).click();
      const words = page.getByRole("group", { name: "Text" });
      const first = words.locator("mark:not(:empty)");
      await first.waitFor();
      const [box, marked] = await Promise.all([words.boundingBox(), first.boundingBox()]);
      expect(marked?.y).toBeGreaterThan(box?.y ?? Infinity);
      expect(marked?.y).toBeLessThan((box?.y ?? 0) + (box?.height ?? 0));
    });

    // MP4 is preferred because it plays everywhere; WebM is for browsers that cannot encode H.264.
    test.each(["mp4", "webm"])(
      "can be saved as a video with its text and audio: %s",
      async (kind) => {
        const page = await openPageWithAudioProbe(site(), path);
        if (kind === "webm") await page.evaluate(disableH264);
        const dialog = await shareFirstWords(page);
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
        const { durationMs } = ClipView.parse(await answer.json());
        const file = await readFile(await video.path());
        expect(
          file.includes(
            `Models: ${SIMULATED_MODEL} (turn 1). DigitalSourceType: ${DIGITAL_SOURCE_TYPE}`,
          ),
        ).toBe(true);
        const decoded = await decodeVideo(page, file);
        expect(Math.abs(decoded.durationMs - durationMs)).toBeLessThan(50);
        expect(Math.abs(decoded.soundMs - durationMs)).toBeLessThan(50);
        expect([decoded.width, decoded.height]).toEqual([720, 720]);
        expect(decoded.loudness).toBeGreaterThan(0.01);
        // Text, faces and waveform are bright on a dark ground, and they change during playback.
        for (const { brightPixels } of decoded.frames) expect(brightPixels).toBeGreaterThan(2000);
        expect(
          new Set(decoded.frames.map(({ brightPixels }) => brightPixels)).size,
        ).toBeGreaterThan(1);
      },
    );

    test("can be shared as a link, and saved as a picture in a browser without video encoding", async () => {
      const page = await openPageWithAudioProbe(site(), path);
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      const dialog = await shareFirstWords(page);
      await dialog.getByRole("button", { name: "End one sentence later" }).click();
      await dialog.getByRole("button", { name: "Start one sentence later" }).click();
      await dialog.getByText("Start: sentence 2 of").waitFor();
      await dialog.getByRole("button", { name: "Copy link" }).click();
      await waitForText(page, "Link to this moment copied to clipboard");
      const link = await page.evaluate(() => navigator.clipboard.readText());
      expect(link).toBe(`${site().stack.origin}${path}?moment=1.2-1.2`);

      // Cancelling an unfinished video saves no file.
      await dialog.getByRole("radio", { name: "Square" }).check();
      const release = await delayResponses(page, "**/moment.mp3*");
      await dialog.getByRole("button", { name: "Make video" }).click();
      await dialog.getByRole("progressbar").waitFor();
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await dialog.getByRole("progressbar").waitFor({ state: "detached" });
      release();
      const answer = await page.request.get(
        `${site().stack.origin}/api${path.replace("debate", "debates")}/moment?moment=1.2-1.2`,
      );
      const { passages } = ClipView.parse(await answer.json());
      await page.addInitScript(() => Reflect.deleteProperty(window, "VideoEncoder"));
      await page.goto(link);
      await page.getByText("Shared moment: turn 1").waitFor();
      const words = passages[0]?.sentences[0]?.text ?? "";
      await waitUntil(async () => (await getHighlightedText(page)) === words, {
        what: "the clip being highlighted",
      });
      await page.getByRole("button", { name: "Play the moment" }).click();
      await waitForPlaybackAt(page, (passages[0]?.sentences[0]?.startMs ?? 0) / 1000);
      await waitForPlayerText(page, "Paused");

      // The player opens the same dialog. This browser cannot encode videos.
      await findPlayer(page).getByRole("button", { name: "Share this moment" }).click();
      await dialog.getByText("This browser can’t make videos").waitFor();
      expect(await dialog.getByRole("button", { name: "Make video" }).count()).toBe(0);
      const [picture] = await Promise.all([
        page.waitForEvent("download"),
        dialog.getByRole("button", { name: "Save picture" }).click(),
      ]);
      const png = await readFile(await picture.path());
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([720, 1280]);
      expect(png.includes(`Models\0\0\0\0\0${SIMULATED_MODEL} (turn 1)`)).toBe(true);
    });
  },
  { hasVoice: true },
);
