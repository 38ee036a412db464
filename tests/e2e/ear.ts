import type { Page } from "playwright-core";

interface Heard {
  element: HTMLMediaElement;
  /** What the element told, and when, in milliseconds. */
  told: { type: string; at: number }[];
}

declare global {
  interface Window {
    heard?: Heard;
  }
}

/** Keeps hold of what the page plays: the element is in no document. */
const listen = (): void => {
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function playHeard() {
    if (!window.heard) {
      const heard: Heard = { element: this, told: [] };
      window.heard = heard;
      for (const type of ["playing", "pause", "ended", "seeked"])
        this.addEventListener(type, () => heard.told.push({ type, at: performance.now() }));
    }
    return play.call(this);
  };
};

export const listenTo = async (page: Page): Promise<void> => {
  await page.addInitScript(listen);
};

/** Waits until the sound has come to this second, and plays. */
export const soundAt = async (page: Page, second: number): Promise<void> => {
  await page.waitForFunction((from) => {
    const element = window.heard?.element;
    return element && !element.paused && element.currentTime >= from;
  }, second);
};

export const isSilent = (page: Page): Promise<boolean> =>
  page.evaluate(() => window.heard?.element.paused ?? true);

/** How many milliseconds lie between the ends of sounds and the beginnings of the next ones. */
export const gaps = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const told = window.heard?.told.filter(({ type }) => type !== "seeked") ?? [];
    return told.flatMap(({ type, at }, place) => {
      const next = told.slice(place + 1).find((later) => later.type === "playing");
      return type === "ended" && next ? [next.at - at] : [];
    });
  });

/** The words that are marked as being said. */
export const markedWords = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...CSS.highlights.values()].flatMap((highlight) => [...highlight].map(String)).join(),
  );
