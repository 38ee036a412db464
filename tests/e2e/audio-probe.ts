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
  /**
   * Events with the browser's time stamps, because the page's event handlers may run first and
   * delay those of the probe.
   */
  events: { type: string; at: number }[];
}

declare global {
  interface Window {
    audioProbe?: AudioProbe;
    /** The audio element that has played a ruling. */
    rulingElement?: HTMLMediaElement;
  }
}

/** Stores the audio element that the page plays, because it is not in the document. */
const installProbe = (): void => {
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function playHeard() {
    if (!window.audioProbe) {
      const probe: AudioProbe = { element: this, events: [] };
      window.audioProbe = probe;
      for (const type of ["playing", "pause", "ended", "seeked"])
        this.addEventListener(type, ({ timeStamp }) => probe.events.push({ type, at: timeStamp }));
    }
    return play.call(this);
  };
};

/** Creates a debate in which this many turns have recordings. */
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

/** Stores the element that plays the judge's rulings in `window.rulingElement`. */
export const attachRulingProbe = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function playRuling() {
      if (this.src.endsWith("/ruling.mp3")) window.rulingElement = this;
      return play.call(this);
    };
  });
};

/** Waits until sound of a ruling is heard at or after this second of its recording. */
export const waitForRulingVoice = (page: Page, second = 0.3) =>
  page.waitForFunction(
    (from) => {
      const { rulingElement: element } = window;
      return element && !element.paused && element.currentTime > from;
    },
    second,
    { timeout: 120_000 },
  );

export const isRulingPaused = (page: Page): Promise<boolean> =>
  page.evaluate(() => window.rulingElement?.paused ?? true);

/**
 * Opens a page as a new user. `window.audioProbe` then contains the audio element that the page
 * plays.
 */
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

/** What the player shows and the state of its audio element, for messages of failed tests. */
const describePlayback = async (page: Page): Promise<string> => {
  const element = await page.evaluate(() => {
    const probe = window.audioProbe;
    if (!probe) return "nothing was played";
    const { paused, currentTime, duration, readyState, error } = probe.element;
    return { paused, currentTime, duration, readyState, error: error?.message, ...probe };
  });
  const player = (await findPlayer(page).allInnerTexts()).join("\n");
  return `${JSON.stringify(element)}; the player shows ${JSON.stringify(player)}`;
};

/** Waits until the audio plays at this second or later. */
export const waitForPlaybackAt = async (page: Page, second: number): Promise<void> => {
  try {
    await page.waitForFunction((from) => {
      const element = window.audioProbe?.element;
      return element && !element.paused && element.currentTime >= from;
    }, second);
  } catch (cause) {
    const state = await describePlayback(page);
    throw new Error(`The audio did not reach second ${second}: ${state}`, { cause });
  }
};

/** Seeks to 0.2 s before the end of the current turn. */
export const seekNearEnd = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const element = window.audioProbe?.element;
    if (element) element.currentTime = element.duration - 0.2;
  });

export const isSilent = (page: Page): Promise<boolean> =>
  page.evaluate(() => window.audioProbe?.element.paused ?? true);

/** Milliseconds from the end of each turn's audio to the start of the next. */
export const measureGapsMs = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const events = window.audioProbe?.events.filter(({ type }) => type !== "seeked") ?? [];
    return events.flatMap(({ type, at }, index) => {
      const next = events.slice(index + 1).find((later) => later.type === "playing");
      return type === "ended" && next ? [next.at - at] : [];
    });
  });

/** The words that are highlighted as spoken. */
export const getHighlightedText = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...CSS.highlights.values()].flatMap((highlight) => [...highlight].map(String)).join(),
  );
