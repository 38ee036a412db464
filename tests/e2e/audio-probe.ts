import type { Page } from "playwright-core";
import {
  type ApiClient,
  requestNextTurn,
  registerUser,
  createDebateWith,
  fetchTurns,
} from "../helpers/api-client.ts";
import { waitUntil } from "../harness.ts";
import type { BrowserHarness } from "./browser-harness.ts";

interface AudioProbe {
  element: HTMLMediaElement;
  /** What the element told, and when by its own word: the page hears it first, and takes its time. */
  told: { type: string; at: number }[];
}

declare global {
  interface Window {
    heard?: AudioProbe;
  }
}

/** Keeps hold of what the page plays: the element is in no document. */
const installProbe = (): void => {
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function playHeard() {
    if (!window.heard) {
      const heard: AudioProbe = { element: this, told: [] };
      window.heard = heard;
      for (const type of ["playing", "pause", "ended", "seeked"])
        this.addEventListener(type, ({ timeStamp }) => heard.told.push({ type, at: timeStamp }));
    }
    return play.call(this);
  };
};

/** A new debate with so many turns that can be heard. */
export const createSpokenDebate = async (
  origin: string,
  turns: number,
  maxTurns: number,
): Promise<{ client: ApiClient; id: number }> => {
  const client = await registerUser(origin);
  const { id } = await createDebateWith(client, { maxTurns, botBProvider: "claude" });
  for (let count = 1; count <= turns; count += 1) {
    await requestNextTurn(client, id);
    await waitUntil(
      async () => {
        const ready = (await fetchTurns(client, id)).filter((t) => t.audio.status === "ready");
        return ready.length === count;
      },
      { what: `turn ${count} being spoken` },
    );
  }
  return { client, id };
};

export const attachAudioProbe = async (page: Page): Promise<void> => {
  await page.addInitScript(installProbe);
};

/** Opens a page as a new user, with access to its audio element. */
export const openPageWithAudioProbe = async (
  site: BrowserHarness,
  path: string,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Page> => {
  const { page } = await site.user("/");
  await attachAudioProbe(page);
  await prepare?.(page);
  await page.goto(site.stack.origin + path);
  return page;
};

export const findPlayer = (page: Page) => page.getByRole("region", { name: "Audio player" });

export const waitForPlayerText = (page: Page, word: string): Promise<void> =>
  findPlayer(page).getByText(word, { exact: true }).waitFor();

/** Waits until the sound has come to this second, and plays. */
export const waitForPlaybackAt = async (page: Page, second: number): Promise<void> => {
  await page.waitForFunction((from) => {
    const element = window.heard?.element;
    return element && !element.paused && element.currentTime >= from;
  }, second);
};

/** Moves to just before the end of the turn that plays. */
export const seekNearEnd = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const element = window.heard?.element;
    if (element) element.currentTime = element.duration - 0.2;
  });

export const isSilent = (page: Page): Promise<boolean> =>
  page.evaluate(() => window.heard?.element.paused ?? true);

/** How many milliseconds lie between the ends of sounds and the beginnings of the next ones. */
export const measureGapsMs = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const told = window.heard?.told.filter(({ type }) => type !== "seeked") ?? [];
    return told.flatMap(({ type, at }, place) => {
      const next = told.slice(place + 1).find((later) => later.type === "playing");
      return type === "ended" && next ? [next.at - at] : [];
    });
  });

/** The words that are marked as being said. */
export const getHighlightedText = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...CSS.highlights.values()].flatMap((highlight) => [...highlight].map(String)).join(),
  );
