import type { StandinOptions } from "#infra/standins/start-standins.ts";
import { createVoicePool, type VoicePool } from "#infra/standins/voice/pool.ts";

/** Of the stand-in's speakers those that are made in a fifth of the time: one each for a side's two. */
const QUICK = ["onyx", "fable"];
const isSecond = (voice: string): boolean => ["echo", "coral", "fable"].includes(voice);

/** Makes each sentence once, however often it is said. */
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

/** For tests that only need somebody to speak: an eighth as long, and hardly any work. */
export const hurriedVoice = (): Pick<StandinOptions, "speechSpeed" | "pool"> => ({
  speechSpeed: 8,
  pool: remembering(createVoicePool()),
});

/** Answers every sentence with the same short recording, for tests that count requests and prices. */
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
