import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import { encodePng, type Frame } from "./encode-png.ts";
import { setTheme, THEMES, type Theme } from "./themes.ts";

const FOLDER = "docs/pictures";

const save = async (name: string, frames: readonly Frame[]): Promise<void> => {
  await mkdir(FOLDER, { recursive: true });
  const file = path.join(FOLDER, `${name}.png`);
  const png = encodePng(frames);
  await writeFile(file, png);
  process.stdout.write(`${file}: ${Math.round(png.length / 1024)} KB\n`);
};

/** Takes a picture of what the page shows, in both themes. */
export const takePicture = async (page: Page, name: string): Promise<void> => {
  const shots: [Theme, Buffer][] = [];
  for (const theme of THEMES) {
    await setTheme(page, theme);
    shots.push([theme, await page.screenshot()]);
  }
  for (const [theme, png] of shots) await save(`${name}-${theme}`, [{ png, durationMs: 0 }]);
};

const FRAME_MS = 100;
/** Maximum time that a frame is shown. A busy machine may have captured the next frame later. */
const LONGEST_FRAME_MS = 200;
const MIN_FRAMES = 25;

/** Maximum duration of an animation. */
const ANIMATION_MS = 11_000;

/** Records the page, at most ten frames a second, until `end` settles. Keeps the last seconds. */
export const recordAnimation = async (
  page: Page,
  name: string,
  end: Promise<unknown>,
): Promise<void> => {
  const recorded: { png: Buffer; at: number }[] = [];
  const session = await page.context().newCDPSession(page);
  // The browser sends a frame only after a change. That takes less time than a screenshot.
  session.on("Page.screencastFrame", ({ data, sessionId }) => {
    const at = performance.now();
    const isDue = at - (recorded.at(-1)?.at ?? 0) >= FRAME_MS;
    if (isDue) recorded.push({ png: Buffer.from(data, "base64"), at });
    void session.send("Page.screencastFrameAck", { sessionId });
  });
  await session.send("Page.startScreencast", { format: "png" });
  await end;
  await session.send("Page.stopScreencast");
  const endedAt = performance.now();
  const shots = recorded.filter(({ at }) => endedAt - at < ANIMATION_MS);
  if (shots.length < MIN_FRAMES)
    throw new Error(`${name} has only ${shots.length} frames: the machine is too busy.`);
  const frames = shots.map(({ png, at }, i) => {
    const takenMs = (shots[i + 1]?.at ?? endedAt) - at;
    return { png, durationMs: Math.min(Math.round(takenMs), LONGEST_FRAME_MS) };
  });
  await save(name, frames);
};
