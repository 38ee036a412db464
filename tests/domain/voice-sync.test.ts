import {
  MAX_VOICE_WAIT_MS,
  computeVoiceWaitMs,
  SILENT_VOICE_TIMEOUT_MS,
  type VoiceProgress,
} from "#shared/domain/audio/voice-wait.ts";

const WRITTEN = 1_700_000_000_000;

describe("the next turn of a show waits for the voice", () => {
  const waits = (voice: Partial<VoiceProgress>) =>
    computeVoiceWaitMs({
      now: WRITTEN,
      writtenAt: WRITTEN,
      lastWordAt: 0,
      isSpeaking: false,
      ...voice,
    });

  it.each<[string, Partial<VoiceProgress>, number]>([
    ["until its last word", { lastWordAt: WRITTEN + 40_000 }, 40_000],
    ["no longer", { lastWordAt: WRITTEN + 40_000, now: WRITTEN + 40_001 }, 0],
    ["not at all where nothing is said", {}, 0],
    ["while more is coming", { isSpeaking: true }, SILENT_VOICE_TIMEOUT_MS],
    [
      "from word to word",
      { isSpeaking: true, lastWordAt: WRITTEN + 40_000, now: WRITTEN + 50_000 },
      SILENT_VOICE_TIMEOUT_MS - 10_000,
    ],
    ["ten minutes in all", { lastWordAt: WRITTEN + 2 * MAX_VOICE_WAIT_MS }, MAX_VOICE_WAIT_MS],
    [
      "and that over all it says",
      {
        isSpeaking: true,
        lastWordAt: WRITTEN + MAX_VOICE_WAIT_MS,
        now: WRITTEN + MAX_VOICE_WAIT_MS,
      },
      0,
    ],
  ])("%s", (_how, voice, ms) => expect(waits(voice)).toBe(ms));
});
