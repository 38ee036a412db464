import { MPEGDecoder } from "mpg123-decoder";
import { createMp3Encoder } from "wasm-media-encoders";
import { InvalidMp3Error, parseMp3, type Mp3 } from "./mp3.ts";
import { buildGaplessFrame } from "./xing-header.ts";
import { extractFrames } from "./extract-frames.ts";
import { chooseKbit, downmix, resample } from "./pcm.ts";

export interface RecordingRange {
  bytes: Uint8Array;
  startMs: number;
  endMs: number;
}

/** Parts of recordings to join into one clip, with `gapMs` of silence between them. */
export interface ClipRequest {
  ranges: readonly RecordingRange[];
  gapMs: number;
}

/** Fades prevent clicks at the cuts. */
const FADE_IN_MS = 40;
const FADE_OUT_MS = 150;

const toSampleCount = (ms: number, sampleRate: number): number =>
  Math.round((ms * sampleRate) / 1000);

const decodeRange = async (mp3: Mp3, { startMs, endMs }: RecordingRange): Promise<Float32Array> => {
  const { sampleRate } = mp3;
  const { frames, endsAt } = extractFrames(mp3, startMs, endMs);
  const decoder = new MPEGDecoder({ enableGapless: false });
  await decoder.ready;
  const { channelData, samplesDecoded } = decoder.decode(frames);
  decoder.free();
  const [left = new Float32Array(), right] = channelData;
  const mono = right ? downmix(left, right) : left;
  // Counts the samples from the end of the decoded audio, because the decoder may leave out the
  // first frame: data of that frame can be in an earlier frame, which is not decoded.
  const end = samplesDecoded - (endsAt - toSampleCount(endMs, sampleRate));
  return mono.slice(
    Math.max(0, end - toSampleCount(endMs - startMs, sampleRate)),
    Math.max(0, end),
  );
};

const fadeInAndOut = (samples: Float32Array, sampleRate: number): Float32Array => {
  const [fadeInSamples, fadeOutSamples] = [FADE_IN_MS, FADE_OUT_MS].map((ms) =>
    Math.min(toSampleCount(ms, sampleRate), samples.length >> 1),
  );
  const gain = (n: number, length: number): number => Math.sin((Math.PI / 2) * (n / length)) ** 2;
  for (let n = 0; n < (fadeInSamples ?? 0); n++)
    samples[n] = (samples[n] ?? 0) * gain(n, fadeInSamples ?? 1);
  for (let n = 0; n < (fadeOutSamples ?? 0); n++) {
    const at = samples.length - 1 - n;
    samples[at] = (samples[at] ?? 0) * gain(n, fadeOutSamples ?? 1);
  }
  return samples;
};

const concatSamples = (parts: readonly Float32Array[]): Float32Array<ArrayBuffer> => {
  const joined = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
};

/**
 * Runs in a worker thread. Cuts parts out of recordings, exact to the sample, and encodes them as
 * one MP3 with the sample rate of the first part. A leading Xing frame lets players trim the
 * encoder's delay and padding.
 */
export default async ({ ranges, gapMs }: ClipRequest): Promise<Uint8Array> => {
  const sources = ranges.map((range) => ({
    range,
    mp3: parseMp3(Buffer.from(range.bytes)),
  }));
  const sampleRate = sources[0]?.mp3.sampleRate;
  if (sampleRate === undefined) throw new InvalidMp3Error("there is nothing to cut");
  const parts: Float32Array[] = [];
  for (const { range, mp3 } of sources) {
    if (parts.length > 0) parts.push(new Float32Array(toSampleCount(gapMs, sampleRate)));
    const samples = await decodeRange(mp3, range);
    parts.push(fadeInAndOut(resample(samples, mp3.sampleRate / sampleRate), sampleRate));
  }
  const joined = concatSamples(parts);
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate, channels: 1, bitrate: chooseKbit({ sampleRate, channels: 1 }) });
  const body = encoder.encode([joined]).slice();
  const encoded = parseMp3(Buffer.concat([body, encoder.finalize()]));
  return Buffer.concat([buildGaplessFrame(encoded, joined.length), encoded.frames]);
};
