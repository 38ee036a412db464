import { openTranscoder } from "#infra/audio/transcoder.ts";
import type { Mp3, AudioFormat } from "#infra/audio/mp3.ts";

const hasFormat = (a: AudioFormat, b: AudioFormat): boolean =>
  a.sampleRate === b.sampleRate && a.channels === b.channels;

const findMainFormat = (parts: readonly Mp3[]): AudioFormat | undefined => {
  const length = (format: AudioFormat): number =>
    parts.reduce(
      (sum, part) => sum + (hasFormat(part, format) ? part.samples / part.sampleRate : 0),
      0,
    );
  return parts.toSorted((a, b) => length(b) - length(a))[0];
};

/** Converts all parts to one format, because players fail if it changes within a file. */
export const transcodeToCommonFormat = async (parts: readonly Mp3[]): Promise<Mp3[]> => {
  const format = findMainFormat(parts);
  if (!format || parts.every((part) => hasFormat(part, format))) return [...parts];
  const { sampleRate, channels } = format;
  // The transcoder is started only if a part must be converted, which is rare.
  const transcoder = openTranscoder();
  try {
    const converted: Mp3[] = [];
    for (const part of parts) {
      const { frames } = part;
      if (hasFormat(part, format)) converted.push(part);
      else converted.push(await transcoder.convert({ frames, sampleRate, channels }));
    }
    return converted;
  } finally {
    await transcoder.close();
  }
};
