import path from "node:path";
import { Piscina } from "piscina";
import { type Mp3, readMp3 } from "#infra/audio/mp3.ts";
import type { Conversion } from "./convert-thread.ts";

type Format = Pick<Mp3, "sampleRate" | "channels">;

const isIn = (a: Format, b: Format): boolean =>
  a.sampleRate === b.sampleRate && a.channels === b.channels;

/** The format that most of it is in. */
const mainFormat = (parts: readonly Mp3[]): Format | undefined => {
  const length = (format: Format): number =>
    parts.reduce((sum, part) => sum + (isIn(part, format) ? part.samples / part.sampleRate : 0), 0);
  return parts.toSorted((a, b) => length(b) - length(a))[0];
};

/** The same sentences in one format, whatever the voice sent: players fail over a change. */
export const makeAlike = async (parts: readonly Mp3[]): Promise<Mp3[]> => {
  const format = mainFormat(parts);
  if (!format || parts.every((part) => isIn(part, format))) return [...parts];
  const { sampleRate, channels } = format;
  // Seldom needed: what it needs is there no longer than that.
  const pool = new Piscina<Conversion, Uint8Array>({
    filename: path.resolve("dist", "convert-thread.js"),
    maxThreads: 1,
  });
  try {
    const alike: Mp3[] = [];
    for (const part of parts) {
      const { frames } = part;
      if (isIn(part, format)) alike.push(part);
      else alike.push(readMp3(Buffer.from(await pool.run({ frames, sampleRate, channels }))));
    }
    return alike;
  } finally {
    await pool.destroy();
  }
};
