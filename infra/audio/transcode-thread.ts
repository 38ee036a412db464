import { MPEGDecoder } from "mpg123-decoder";
import { createMp3Encoder } from "wasm-media-encoders";
import type { Kbit, AudioFormat } from "./mp3.ts";
import { chooseKbit, downmix, resample } from "./pcm.ts";

export interface TranscodeRequest extends AudioFormat {
  frames: Uint8Array;
  /** Bit rate in kbit/s. By default `chooseKbit` chooses it. */
  kbit?: Kbit | undefined;
}

/** Runs in a worker thread: decodes a sentence and encodes it in the target format. */
export default async ({ frames, kbit, ...format }: TranscodeRequest): Promise<Uint8Array> => {
  const { sampleRate, channels } = format;
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const decoded = decoder.decode(frames);
  decoder.free();
  const [left = new Float32Array(), right = left] = decoded.channelData;
  const inputChannels = channels === 2 ? [left, right] : [downmix(left, right)];
  // The encoder does not support these two bit rates.
  const supportedKbit = kbit === 56 || kbit === 144 ? undefined : kbit;
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate, channels, bitrate: supportedKbit ?? chooseKbit(format) });
  const ratio = decoded.sampleRate / sampleRate;
  const body = encoder.encode(inputChannels.map((samples) => resample(samples, ratio))).slice();
  return Buffer.concat([body, encoder.finalize()]);
};
