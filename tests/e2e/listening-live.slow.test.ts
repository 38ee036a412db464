import type { Page } from "playwright-core";
import {
  requestNextTurn,
  registerUser,
  createDebateWith,
  fetchTurns,
} from "../helpers/api-client.ts";
import {
  isSilent,
  attachAudioProbe,
  openPageWithAudioProbe,
  findPlayer,
  waitForPlayerText,
  waitForPlaybackAt,
  createSpokenDebate,
  seekNearEnd,
} from "./audio-probe.ts";
import { describeInBrowser } from "./browser-harness.ts";
import { waitForText } from "./steps.ts";

declare global {
  interface Window {
    /** Sampled positions in the live stream, in milliseconds. */
    streamPositionsMs?: number[];
  }
}

/** Makes the page believe that it is hidden, and samples the audible stream position. */
const listenHidden = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const [name, value] of [
      ["hidden", true],
      ["visibilityState", "hidden"],
    ] as const)
      Object.defineProperty(document, name, { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    const streamPositionsMs: number[] = [];
    window.streamPositionsMs = streamPositionsMs;
    setInterval(() => {
      const { src = "", currentTime = 0 } = window.audioProbe?.element ?? {};
      const from = /\?at=(\d+)/.exec(src)?.[1];
      if (from && currentTime > 0) streamPositionsMs.push(Number(from) + currentTime * 1000);
    }, 100);
  });

describeInBrowser(
  "live audio",
  (site) => {
    test("of a debate with Auto-Play continues to the end in a hidden page", async () => {
      const client = await registerUser(site().stack.origin);
      const { id } = await createDebateWith(client, { maxTurns: 2, botBProvider: "claude" });
      await client.request("PUT", `/api/debates/${id}/auto-play`, { body: { on: true } });
      const { page } = await site().user("/");
      await attachAudioProbe(page);
      await page.goto(`${site().stack.origin}/debate/${id}`);
      await page.locator("button:enabled", { hasText: "Tap for sound" }).click();
      await listenHidden(page);
      await waitForPlayerText(page, "Completed");
      expect(await isSilent(page)).toBe(true);
      const streamPositionsMs = (await page.evaluate(() => window.streamPositionsMs)) ?? [];
      const sentences = (await fetchTurns(client, id)).map(({ audio }) => audio.durationMs ?? 0);
      const [from = 0, to = 0] = [streamPositionsMs[0], streamPositionsMs.at(-1)];
      expect(to - from).toBeGreaterThan(Math.max(...sentences) + 3000);
      for (const [at, position] of streamPositionsMs.entries())
        expect(position - (streamPositionsMs[at - 1] ?? 0)).toBeGreaterThan(-50);
      await findPlayer(page).getByText("Turn 2").first().waitFor();
    });

    test("of a running debate continues with each new turn", async () => {
      const { client, id } = await createSpokenDebate(site().stack.origin, 3, 4);
      const page = await openPageWithAudioProbe(site(), `/debate/${id}`);
      await page.getByRole("button", { name: "Play all from turn 3" }).click();
      await waitForPlaybackAt(page, 0.2);
      await seekNearEnd(page);
      await waitForPlayerText(page, "Waiting for turn 4");
      await requestNextTurn(client, id);
      await waitForText(page, "Against Side");
      await waitForPlaybackAt(page, 0.2);
      await seekNearEnd(page);
      await waitForText(page, "Playback Complete");
      expect(await isSilent(page)).toBe(true);
    });
  },
  { hasVoice: true, variables: { STANDIN_SPEECH_SPEED: "8" } },
);
