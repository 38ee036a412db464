import type { AudioFormat } from "./mp3.ts";

/**
 * Bit rates in kbit/s that suffice for speech, by number of channels. At lower bit rates the
 * encoder LAME would change the sample rate.
 */
const KBIT_BY_SAMPLE_RATE = {
  low: { 1: 32, 2: 64 },
  middle: { 1: 64, 2: 128 },
  high: { 1: 96, 2: 192 },
} as const;

export const chooseKbit = ({ sampleRate, channels }: AudioFormat) => {
  const rates =
    sampleRate < 16_000
      ? KBIT_BY_SAMPLE_RATE.low
      : sampleRate < 32_000
        ? KBIT_BY_SAMPLE_RATE.middle
        : KBIT_BY_SAMPLE_RATE.high;
  return rates[channels];
};

/** Resamples by averaging. `ratio` is the old sample rate divided by the new one. */
export const resample = (samples: Float32Array, ratio: number): Float32Array<ArrayBuffer> => {
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

export const downmix = (left: Float32Array, right: Float32Array): Float32Array =>
  left.map((sample, n) => (sample + (right[n] ?? 0)) / 2);
