import { openConverter } from "./convert.ts";
import { framesBetween } from "./frames-between.ts";
import { headerAt, lengthFrameBytes } from "./mp3-length.ts";
import { durationMs, frameAt, HEADER_BYTES, type Kbit, silence, type SoundFormat } from "./mp3.ts";
import { wholeFrames } from "./whole-frames.ts";

/**
 * The index of the highest bit rate. Browsers begin with what they have got 32 kB of, whatever that
 * is: the less of it is air, the later they begin.
 */
const HIGHEST = 14;

/** A format that does not change: of each frame, too. */
export interface SteadyFormat extends SoundFormat {
  kbit: Kbit;
  frameMs: number;
  /** A frame of silence. */
  silentFrame: Buffer;
}

/** Sound of which any frame is found at once. */
export interface SteadySound {
  bytes: Buffer;
  /** Where each frame begins, and where the last one ends. */
  starts: readonly number[];
}

/** The format in which sound like this is streamed; null for what is no sound. */
export const steadyFormatOf = (bytes: Buffer): SteadyFormat | null => {
  const first = frameAt(bytes, 0);
  if (!first) return null;
  const { sampleRate, channels } = first;
  const header = headerAt(bytes.subarray(0, HEADER_BYTES), HIGHEST);
  const kbit = frameAt(header, 0)?.kbit ?? first.kbit;
  const quiet = silence(header, 1);
  return { sampleRate, channels, kbit, frameMs: durationMs(quiet), silentFrame: quiet.frames };
};

/** Finds the frames; null where one has another format. */
const framesOf = (bytes: Buffer, format: SteadyFormat): SteadySound | null => {
  const starts: number[] = [];
  let at = 0;
  while (at < bytes.length) {
    const frame = frameAt(bytes, at);
    if (!frame) break;
    const isSame =
      frame.sampleRate === format.sampleRate &&
      frame.channels === format.channels &&
      frame.kbit === format.kbit;
    if (!isSame) return null;
    starts.push(at);
    at += frame.length;
  }
  starts.push(at);
  return { bytes, starts };
};

/** Whether the format is the same, apart from the bit rate. */
const isAlike = (bytes: Buffer, { sampleRate, channels }: SteadyFormat): boolean => {
  const first = frameAt(bytes, 0);
  return first?.sampleRate === sampleRate && first.channels === channels;
};

/** Frames of sound in this format: with more room, or as they are, or encoded anew, which is seldom needed. */
export const makeSteady = async (bytes: Buffer, format: SteadyFormat): Promise<SteadySound> => {
  const frames = bytes.subarray(lengthFrameBytes(bytes));
  const roomy = isAlike(frames, format) ? wholeFrames(frames, HIGHEST) : null;
  const steady = framesOf(roomy ?? frames, format);
  if (steady) return steady;
  const { sampleRate, channels, kbit } = format;
  const converter = openConverter();
  try {
    const made = await converter.convert({ frames, sampleRate, channels, kbit });
    return framesOf(made.frames, format) ?? { bytes: Buffer.alloc(0), starts: [0] };
  } finally {
    await converter.close();
  }
};

/** The frames from one place to another, in milliseconds. */
export const stretchOf = (
  { bytes, starts }: SteadySound,
  { frameMs }: SteadyFormat,
  fromMs: number,
  toMs: number,
): SteadySound => {
  const last = starts.length - 1;
  const [from, to] = [fromMs, toMs].map((ms) => Math.min(Math.round(ms / frameMs), last));
  const kept = starts.slice(from, (to ?? last) + 1);
  const [begin = 0] = kept;
  return {
    bytes: bytes.subarray(begin, kept.at(-1)),
    starts: kept.map((start) => start - begin),
  };
};

/** What is heard of a recording between two times, in milliseconds, in this format: no more of it is made so. */
export const steadyStretch = async (
  recording: Buffer,
  format: SteadyFormat,
  fromMs: number,
  toMs: number,
): Promise<SteadySound> => {
  const frames = recording.subarray(lengthFrameBytes(recording));
  const sampleRate = frameAt(frames, 0)?.sampleRate ?? format.sampleRate;
  const cut = framesBetween({ frames, sampleRate }, fromMs, toMs);
  const beginsMs = durationMs({ samples: cut.startsAt, sampleRate });
  const steady = await makeSteady(cut.frames, format);
  return stretchOf(steady, format, fromMs - beginsMs, toMs - beginsMs);
};
