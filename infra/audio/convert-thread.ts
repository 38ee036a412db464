import { MPEGDecoder } from "mpg123-decoder";
import { createMp3Encoder } from "wasm-media-encoders";
import type { Kbit, SoundFormat } from "./mp3.ts";
import { enough, mean, resampled } from "./samples.ts";

/** An MP3, and the format it is to have. */
export interface Conversion extends SoundFormat {
  frames: Uint8Array;
  /** Whatever is enough, unless it is given. */
  kbit?: Kbit | undefined;
}

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
