import { getDurationMs, type Mp3 } from "#infra/audio/mp3.ts";
import { buildXingFrame } from "#infra/audio/xing-header.ts";
import type { SpokenSentence } from "#shared/contract/debates/audio.ts";
import { ProviderError } from "../llm/provider-error.ts";

export interface EncodedRecording {
  bytes: Buffer;
  durationMs: number;
  sentences: SpokenSentence[];
}

/**
 * Joins the sentences of a speech to one MP3 with a length header. Also returns when each sentence
 * starts and ends. Throws a `ProviderError` if the parts differ in format.
 */
export const joinMp3Parts = (texts: readonly string[], parts: readonly Mp3[]): EncodedRecording => {
  const [first] = parts;
  const isSame = (part: Mp3) =>
    part.sampleRate === first?.sampleRate && part.channels === first.channels;
  if (!parts.every(isSame)) throw new ProviderError("interrupted", "The voice");
  let atMs = 0;
  const sentences = parts.map((part, position) => {
    const startMs = Math.round(atMs);
    atMs += getDurationMs(part);
    return { text: texts[position] ?? "", startMs, endMs: Math.round(atMs) };
  });
  const sound = Buffer.concat(parts.map(({ frames }) => frames));
  const samples = parts.reduce((sum, part) => sum + part.samples, 0);
  return {
    bytes: Buffer.concat([buildXingFrame(sound, { bytes: sound.length, samples }), sound]),
    durationMs: Math.round(atMs),
    sentences,
  };
};
