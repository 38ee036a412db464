import type { FakeOptions } from "#infra/dev/fakes/start-fakes.ts";
import { createVoicePool, type VoicePool } from "#infra/dev/fakes/voice/voice-pool.ts";

/** The two fastest voices of the fake, one for each side. They need a fifth of the usual time. */
const FAST_VOICES = ["onyx", "fable"];
const isSecondVoice = (voice: string): boolean => ["echo", "coral", "fable"].includes(voice);

const memoizeSpeech = (pool: VoicePool): VoicePool => {
  const cache = new Map<string, Promise<Uint8Array>>();
  return {
    speak(utterance) {
      const voice = FAST_VOICES[Number(isSecondVoice(utterance.voice))] ?? utterance.voice;
      const key = JSON.stringify({ ...utterance, voice });
      const known = cache.get(key) ?? pool.speak({ ...utterance, voice });
      cache.set(key, known);
      return known;
    },
    close: pool.close,
  };
};

/**
 * A fast voice for tests that need any speech. Its speech is an eighth as long and takes almost no
 * CPU.
 */
export const createFastFakeVoice = (): Pick<FakeOptions, "speechSpeed" | "pool"> => ({
  speechSpeed: 8,
  pool: memoizeSpeech(createVoicePool()),
});

/**
 * Answers every sentence with the same short recording, for tests that count requests and prices.
 */
export const oneRecordingVoice = (): Pick<FakeOptions, "speechSpeed" | "pool"> => {
  const pool = createVoicePool();
  let recording: Promise<Uint8Array> | undefined;
  return {
    speechSpeed: 8,
    pool: {
      speak: (utterance) => (recording ??= pool.speak({ ...utterance, text: "Yes." })),
      close: pool.close,
    },
  };
};
