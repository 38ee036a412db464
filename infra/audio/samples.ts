import type { SoundFormat } from "./mp3.ts";

/** Enough for a voice; with less, the encoder would choose another rate by itself. */
const KBIT = { low: { 1: 32, 2: 64 }, middle: { 1: 64, 2: 128 }, high: { 1: 96, 2: 192 } } as const;

/** Thousands of bits a second in which a voice of this format is written. */
export const enough = ({ sampleRate, channels }: SoundFormat) => {
  const rates = sampleRate < 16_000 ? KBIT.low : sampleRate < 32_000 ? KBIT.middle : KBIT.high;
  return rates[channels];
};

/** Sound at another rate: each sample is the mean of what it stands for. */
export const resampled = (samples: Float32Array, ratio: number): Float32Array<ArrayBuffer> => {
  const result = new Float32Array(Math.round(samples.length / ratio));
  for (let n = 0; n < result.length; n++) {
    const from = Math.floor(n * ratio);
    const to = Math.max(from + 1, Math.floor((n + 1) * ratio));
    let sum = 0;
    for (let at = from; at < to; at++) sum += samples[at] ?? 0;
    result[n] = sum / (to - from);
  }
  return result;
};

/** Both sides as one. */
export const mean = (left: Float32Array, right: Float32Array): Float32Array =>
  left.map((sample, n) => (sample + (right[n] ?? 0)) / 2);
