import {
  MAX_VOICE_WAIT_MS,
  computeVoiceWaitMs,
  SILENT_VOICE_TIMEOUT_MS,
  type VoiceProgress,
} from "#shared/domain/audio/voice-wait.ts";

const WRITTEN_AT_MS = 1_700_000_000_000;

describe("the next turn of Auto-Play", () => {
  const computeWait = (voice: Partial<VoiceProgress>) =>
    computeVoiceWaitMs({
      now: WRITTEN_AT_MS,
      writtenAt: WRITTEN_AT_MS,
      lastWordAt: 0,
      isSpeaking: false,
      ...voice,
    });

  it.each<[string, Partial<VoiceProgress>, number]>([
    ["waits for the voice's last word", { lastWordAt: WRITTEN_AT_MS + 40_000 }, 40_000],
    [
      "does not wait after the voice's last word",
      { lastWordAt: WRITTEN_AT_MS + 40_000, now: WRITTEN_AT_MS + 40_001 },
      0,
    ],
    ["does not wait without a voice", {}, 0],
    [
      "waits a limited time for a voice that has said nothing yet",
      { isSpeaking: true },
      SILENT_VOICE_TIMEOUT_MS,
    ],
    [
      "waits a limited time after the voice's previous word",
      { isSpeaking: true, lastWordAt: WRITTEN_AT_MS + 40_000, now: WRITTEN_AT_MS + 50_000 },
      SILENT_VOICE_TIMEOUT_MS - 10_000,
    ],
    [
      "waits at most ten minutes for the last word",
      { lastWordAt: WRITTEN_AT_MS + 2 * MAX_VOICE_WAIT_MS },
      MAX_VOICE_WAIT_MS,
    ],
    [
      "does not wait longer than ten minutes after the turn was written",
      {
        isSpeaking: true,
        lastWordAt: WRITTEN_AT_MS + MAX_VOICE_WAIT_MS,
        now: WRITTEN_AT_MS + MAX_VOICE_WAIT_MS,
      },
      0,
    ],
  ])("%s", (_how, voice, ms) => expect(computeWait(voice)).toBe(ms));
});
