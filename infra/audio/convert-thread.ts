import { MPEGDecoder } from "mpg123-decoder";
import { createMp3Encoder } from "wasm-media-encoders";
import type { Kbit, SoundFormat } from "./mp3.ts";

/** Enough for a voice; with less, the encoder would choose another rate by itself. */
const KBIT = { low: { 1: 32, 2: 64 }, middle: { 1: 64, 2: 128 }, high: { 1: 96, 2: 192 } } as const;
const enough = ({ sampleRate, channels }: SoundFormat) => {
  const rates = sampleRate < 16_000 ? KBIT.low : sampleRate < 32_000 ? KBIT.middle : KBIT.high;
  return rates[channels];
};

/** An MP3, and the format it is to have. */
export interface Conversion extends SoundFormat {
  frames: Uint8Array;
  /** Whatever is enough, unless it is given. */
  kbit?: Kbit | undefined;
}

/** Sound at another rate: each sample is the mean of what it stands for. */
const resampled = (samples: Float32Array, ratio: number): Float32Array<ArrayBuffer> => {
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

const mean = (left: Float32Array, right: Float32Array): Float32Array =>
  left.map((sample, n) => (sample + (right[n] ?? 0)) / 2);

/** On a thread of its own: decodes a sentence and encodes it in another format. */
export default async ({ frames, kbit, ...format }: Conversion): Promise<Uint8Array> => {
  const { sampleRate, channels } = format;
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const decoded = decoder.decode(frames);
  decoder.free();
  const [left = new Float32Array(), right = left] = decoded.channelData;
  const sides = channels === 2 ? [left, right] : [mean(left, right)];
  // Those that the encoder does not know.
  const given = kbit === 56 || kbit === 144 ? undefined : kbit;
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate, channels, bitrate: given ?? enough(format) });
  const ratio = decoded.sampleRate / sampleRate;
  const body = encoder.encode(sides.map((side) => resampled(side, ratio))).slice();
  return Buffer.concat([body, encoder.finalize()]);
};
