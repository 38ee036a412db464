import { openTranscoder } from "./transcoder.ts";
import { extractFrames } from "./extract-frames.ts";
import { buildFrameHeader, getXingFrameBytes } from "./xing-header.ts";
import {
  getDurationMs,
  parseFrameAt,
  HEADER_BYTES,
  type Kbit,
  createSilence,
  type AudioFormat,
} from "./mp3.ts";
import { buildSelfContainedFrames } from "./self-contained-frames.ts";

/**
 * Index of the highest bit rate in an MP3 frame header. Live streams use this bit rate, because a
 * browser starts to play only after about 32 kB and receives them sooner at a higher bit rate.
 */
const HIGHEST_BIT_RATE_INDEX = 14;

export interface CbrFormat extends AudioFormat {
  kbit: Kbit;
  frameMs: number;
  silentFrame: Buffer;
}

/** Audio with a constant bit rate (CBR) and an index of its frames. */
export interface CbrAudio {
  bytes: Buffer;
  /** Offset of each frame, followed by the end of the last frame. */
  starts: readonly number[];
}

/** Returns the format in which this MP3 is streamed. Returns null if the bytes are not an MP3. */
export const detectCbrFormat = (bytes: Buffer): CbrFormat | null => {
  const first = parseFrameAt(bytes, 0);
  if (!first) return null;
  const { sampleRate, channels } = first;
  const header = buildFrameHeader(bytes.subarray(0, HEADER_BYTES), HIGHEST_BIT_RATE_INDEX);
  const kbit = parseFrameAt(header, 0)?.kbit ?? first.kbit;
  const silence = createSilence(header, 1);
  return {
    sampleRate,
    channels,
    kbit,
    frameMs: getDurationMs(silence),
    silentFrame: silence.frames,
  };
};

/** Finds the start of each frame. Returns null if a frame has another format. */
const indexFrames = (bytes: Buffer, format: CbrFormat): CbrAudio | null => {
  const starts: number[] = [];
  let at = 0;
  while (at < bytes.length) {
    const frame = parseFrameAt(bytes, at);
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

const hasSameFormat = (bytes: Buffer, { sampleRate, channels }: CbrFormat): boolean => {
  const first = parseFrameAt(bytes, 0);
  return first?.sampleRate === sampleRate && first.channels === channels;
};

/**
 * Converts an MP3 to this format. Keeps or repacks its frames if possible, and encodes them again
 * only if not, because that loses quality.
 */
export const convertToCbr = async (bytes: Buffer, format: CbrFormat): Promise<CbrAudio> => {
  const frames = bytes.subarray(getXingFrameBytes(bytes));
  const selfContained = hasSameFormat(frames, format)
    ? buildSelfContainedFrames(frames, HIGHEST_BIT_RATE_INDEX)
    : null;
  const cbr = indexFrames(selfContained ?? frames, format);
  if (cbr) return cbr;
  const { sampleRate, channels, kbit } = format;
  const converter = openTranscoder();
  try {
    const transcoded = await converter.convert({ frames, sampleRate, channels, kbit });
    return indexFrames(transcoded.frames, format) ?? { bytes: Buffer.alloc(0), starts: [0] };
  } finally {
    await converter.close();
  }
};

export const sliceCbr = (
  { bytes, starts }: CbrAudio,
  { frameMs }: CbrFormat,
  fromMs: number,
  toMs: number,
): CbrAudio => {
  const last = starts.length - 1;
  const [from, to] = [fromMs, toMs].map((ms) => Math.min(Math.round(ms / frameMs), last));
  const selected = starts.slice(from, (to ?? last) + 1);
  const [firstOffset = 0] = selected;
  return {
    bytes: bytes.subarray(firstOffset, selected.at(-1)),
    starts: selected.map((start) => start - firstOffset),
  };
};

/** Returns the part of a recording between two times in milliseconds, converted to this format. */
export const extractCbrRange = async (
  recording: Buffer,
  format: CbrFormat,
  fromMs: number,
  toMs: number,
): Promise<CbrAudio> => {
  const frames = recording.subarray(getXingFrameBytes(recording));
  const sampleRate = parseFrameAt(frames, 0)?.sampleRate ?? format.sampleRate;
  const section = extractFrames({ frames, sampleRate }, fromMs, toMs);
  const sectionStartMs = getDurationMs({ samples: section.startsAt, sampleRate });
  const cbr = await convertToCbr(section.frames, format);
  return sliceCbr(cbr, format, fromMs - sectionStartMs, toMs - sectionStartMs);
};
