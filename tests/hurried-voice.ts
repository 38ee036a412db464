import type { StandinOptions } from "#infra/standins/start-standins.ts";
import { createVoicePool, type VoicePool } from "#infra/standins/voice/pool.ts";

/** Voices of the fake that synthesize in a fifth of the time, one for each side. */
const QUICK = ["onyx", "fable"];
const isSecond = (voice: string): boolean => ["echo", "coral", "fable"].includes(voice);

const remembering = (pool: VoicePool): VoicePool => {
  const said = new Map<string, Promise<Uint8Array>>();
  return {
    speak(utterance) {
      const voice = QUICK[Number(isSecond(utterance.voice))] ?? utterance.voice;
      const key = JSON.stringify({ ...utterance, voice });
      const known = said.get(key) ?? pool.speak({ ...utterance, voice });
      said.set(key, known);
      return known;
    },
    close: pool.close,
  };
};

/** A fast voice for tests that need any speech: an eighth as long, almost no CPU. */
export const hurriedVoice = (): Pick<StandinOptions, "speechSpeed" | "pool"> => ({
  speechSpeed: 8,
  pool: remembering(createVoicePool()),
});

/**
 * Answers every sentence with the same short recording, for tests that count requests and prices.
 */
export const oneRecordingVoice = (): Pick<StandinOptions, "speechSpeed" | "pool"> => {
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
