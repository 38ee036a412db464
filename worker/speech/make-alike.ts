import { openConverter } from "#infra/audio/convert.ts";
import type { Mp3, SoundFormat } from "#infra/audio/mp3.ts";

const isIn = (a: SoundFormat, b: SoundFormat): boolean =>
  a.sampleRate === b.sampleRate && a.channels === b.channels;

const mainFormat = (parts: readonly Mp3[]): SoundFormat | undefined => {
  const length = (format: SoundFormat): number =>
    parts.reduce((sum, part) => sum + (isIn(part, format) ? part.samples / part.sampleRate : 0), 0);
  return parts.toSorted((a, b) => length(b) - length(a))[0];
};

/** Converts all parts to one format, because players fail when it changes within a file. */
export const makeAlike = async (parts: readonly Mp3[]): Promise<Mp3[]> => {
  const format = mainFormat(parts);
  if (!format || parts.every((part) => isIn(part, format))) return [...parts];
  const { sampleRate, channels } = format;
  // Opened only when needed, which is rare.
  const converter = openConverter();
  try {
    const alike: Mp3[] = [];
    for (const part of parts) {
      const { frames } = part;
      if (isIn(part, format)) alike.push(part);
      else alike.push(await converter.convert({ frames, sampleRate, channels }));
    }
    return alike;
  } finally {
    await converter.close();
  }
};
