import path from "node:path";
import { Piscina } from "piscina";

/** The audio of an MP3, decoded by an independent decoder. */
export interface DecodedAudio {
  samples: Float32Array;
  sampleRate: number;
  durationMs: number;
  /** Root mean square from 0 to 1. Speech is about 0.1. */
  loudness: number;
}

export const rootMeanSquare = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / (samples.length || 1));

/** The largest difference between two samples. Infinity if the lengths differ. */
export const maxSampleDifference = (a: Float32Array, b: Float32Array): number =>
  a.length === b.length
    ? a.reduce((most, sample, n) => Math.max(most, Math.abs(sample - (b[n] ?? 0))), 0)
    : Number.POSITIVE_INFINITY;

interface DecoderResult {
  samples: Float32Array;
  sampleRate: number;
  problems: string[];
}

/** Decodes a whole MP3. Rejects if the decoder reports any error. */
export const decodeMp3 = async (bytes: Uint8Array): Promise<DecodedAudio> => {
  const pool = new Piscina<Uint8Array, DecoderResult>({
    filename: path.resolve("tests/audio/decode-thread.mjs"),
    maxThreads: 1,
  });
  try {
    const { samples, sampleRate, problems } = await pool.run(bytes);
    if (problems.length > 0) throw new Error(problems.join("; "));
    const durationMs = (samples.length * 1000) / sampleRate;
    return { samples, sampleRate, durationMs, loudness: rootMeanSquare(samples) };
  } finally {
    await pool.destroy();
  }
};

const WINDOW_S = 0.04;
const LOWEST_HZ = 60;
const HIGHEST_HZ = 350;

/** Pitch of a window by autocorrelation. Null if it has none. */
const measurePitchAt = (
  samples: Float32Array,
  start: number,
  sampleRate: number,
): number | null => {
  const width = Math.floor(sampleRate * WINDOW_S);
  const likeness = (lag: number): number => {
    let [product, here, there] = [0, 0, 0];
    for (let n = start; n < start + width; n++) {
      const [a = 0, b = 0] = [samples[n], samples[n + lag]];
      product += a * b;
      here += a * a;
      there += b * b;
    }
    return here / width < 0.001 ? 0 : product / Math.sqrt(here * there || 1);
  };
  let best = { lag: 0, likeness: 0.6 };
  for (let lag = Math.floor(sampleRate / HIGHEST_HZ); lag < sampleRate / LOWEST_HZ; lag++) {
    const now = likeness(lag);
    if (now > best.likeness) best = { lag, likeness: now };
  }
  return best.lag === 0 ? null : sampleRate / best.lag;
};

/** The median pitch of a voice, in hertz. */
export const measurePitchHz = ({ samples, sampleRate }: DecodedAudio): number => {
  const width = Math.floor(sampleRate * WINDOW_S);
  const pitches: number[] = [];
  for (let start = 0; start + 2 * width < samples.length; start += width) {
    const pitch = measurePitchAt(samples, start, sampleRate);
    if (pitch !== null) pitches.push(pitch);
  }
  return pitches.sort((a, b) => a - b)[pitches.length >> 1] ?? 0;
};
