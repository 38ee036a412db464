import { LONGEST_SHOW_MS, showWaitMs, SILENT_VOICE_MS, type Voice } from "#shared/domain/show.ts";

const WRITTEN = 1_700_000_000_000;

describe("the next turn of a show waits for the voice", () => {
  const waits = (voice: Partial<Voice>) =>
    showWaitMs({ now: WRITTEN, writtenAt: WRITTEN, lastWordAt: 0, isSpeaking: false, ...voice });

  it.each<[string, Partial<Voice>, number]>([
    ["until its last word", { lastWordAt: WRITTEN + 40_000 }, 40_000],
    ["no longer", { lastWordAt: WRITTEN + 40_000, now: WRITTEN + 40_001 }, 0],
    ["not at all where nothing is said", {}, 0],
    ["while more is coming", { isSpeaking: true }, SILENT_VOICE_MS],
    [
      "from word to word",
      { isSpeaking: true, lastWordAt: WRITTEN + 40_000, now: WRITTEN + 50_000 },
      SILENT_VOICE_MS - 10_000,
    ],
    ["ten minutes in all", { lastWordAt: WRITTEN + 2 * LONGEST_SHOW_MS }, LONGEST_SHOW_MS],
    [
      "and that over all it says",
      { isSpeaking: true, lastWordAt: WRITTEN + LONGEST_SHOW_MS, now: WRITTEN + LONGEST_SHOW_MS },
      0,
    ],
  ])("%s", (_how, voice, ms) => expect(waits(voice)).toBe(ms));
});
