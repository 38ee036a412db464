import { openConverter } from "./convert.ts";
import { framesBetween } from "./frames-between.ts";
import { headerAt, lengthFrameBytes } from "./mp3-length.ts";
import { durationMs, frameAt, HEADER_BYTES, type Kbit, silence, type SoundFormat } from "./mp3.ts";
import { wholeFrames } from "./whole-frames.ts";

/**
 * Index of the highest bit rate. Browsers start to play after about 32 kB; a higher bit rate
 * reaches that sooner.
 */
const HIGHEST = 14;

export interface SteadyFormat extends SoundFormat {
  kbit: Kbit;
  frameMs: number;
  silentFrame: Buffer;
}

/** Constant bit rate sound with an index of its frames. */
export interface SteadySound {
  bytes: Buffer;
  /** Offset of each frame, followed by the end of the last one. */
  starts: readonly number[];
}

/** The streaming format for this MP3; null if the bytes are no MP3. */
export const steadyFormatOf = (bytes: Buffer): SteadyFormat | null => {
  const first = frameAt(bytes, 0);
  if (!first) return null;
  const { sampleRate, channels } = first;
  const header = headerAt(bytes.subarray(0, HEADER_BYTES), HIGHEST);
  const kbit = frameAt(header, 0)?.kbit ?? first.kbit;
  const quiet = silence(header, 1);
  return { sampleRate, channels, kbit, frameMs: durationMs(quiet), silentFrame: quiet.frames };
};

/** Indexes the frames; returns null if one has another format. */
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

const isAlike = (bytes: Buffer, { sampleRate, channels }: SteadyFormat): boolean => {
  const first = frameAt(bytes, 0);
  return first?.sampleRate === sampleRate && first.channels === channels;
};

/**
 * Transcodes an MP3 to this format. Usually frames are only repacked or kept; encoding again is the
 * exception.
 */
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

/**
 * The section of a recording between two times in milliseconds, in this format. Transcodes only
 * that section.
 */
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
