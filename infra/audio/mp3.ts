import { findAudioEnd, findAudioStart } from "./mp3-tags.ts";

/** The bytes are not an MP3, or the MP3 is incomplete. */
export class InvalidMp3Error extends Error {
  override readonly name = "InvalidMp3Error";
}

export interface AudioFormat {
  sampleRate: SampleRate;
  channels: 1 | 2;
}

interface Mp3Frame extends AudioFormat {
  length: number;
  kbit: Kbit;
  samples: number;
  /** Offset at which a Xing or Info header would be, if this frame has one. */
  xingOffset: number;
}

export const HEADER_BYTES = 4;
const KBIT_MPEG1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320] as const;
const KBIT_MPEG2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160] as const;
export type Kbit = Exclude<(typeof KBIT_MPEG1 | typeof KBIT_MPEG2)[number], 0>;
/**
 * Sample rates in hertz. The index of a row is the value of the two version bits in a frame header.
 * The value 1 is reserved.
 */
const SAMPLE_RATES = [
  [11_025, 12_000, 8000],
  [],
  [22_050, 24_000, 16_000],
  [44_100, 48_000, 32_000],
] as const;
type SampleRate = (typeof SAMPLE_RATES)[0 | 2 | 3][number];
const MPEG1 = 3;
const LAYER_3 = 1;

export const parseFrameAt = (bytes: Buffer, at: number): Mp3Frame | null => {
  if (at + HEADER_BYTES > bytes.length) return null;
  const header = bytes.readUInt32BE(at);
  if (header >>> 21 !== 0x7ff || ((header >>> 17) & 3) !== LAYER_3) return null;
  const mpeg = (header >>> 19) & 3;
  const isMpeg1 = mpeg === MPEG1;
  const kbit = (isMpeg1 ? KBIT_MPEG1 : KBIT_MPEG2)[(header >>> 12) & 15];
  const sampleRate = SAMPLE_RATES[mpeg]?.[(header >>> 10) & 3];
  if (!kbit || !sampleRate) return null;
  const samples = isMpeg1 ? 1152 : 576;
  const padding = (header >>> 9) & 1;
  const isMono = ((header >>> 6) & 3) === 3;
  const hasChecksum = ((header >>> 16) & 1) === 0;
  const sideInfo = isMpeg1 ? (isMono ? 17 : 32) : isMono ? 9 : 17;
  return {
    kbit,
    length: Math.floor((samples / 8) * ((kbit * 1000) / sampleRate)) + padding,
    samples,
    sampleRate,
    channels: isMono ? 1 : 2,
    xingOffset: at + HEADER_BYTES + (hasChecksum ? 2 : 0) + sideInfo,
  };
};

const isPadding = (bytes: Buffer, from: number, to: number): boolean =>
  bytes.subarray(from, to).every((byte) => byte === 0);

/** Whether the frame is a Xing or Info frame, which has no sound. */
export const isXingFrame = (bytes: Buffer, { xingOffset }: Mp3Frame): boolean =>
  ["Xing", "Info"].includes(bytes.toString("latin1", xingOffset, xingOffset + 4));

/** An MP3 without tags. */
export interface Mp3 extends AudioFormat {
  frames: Buffer;
  samples: number;
}

/**
 * Parses an MP3 and removes tags, padding and a truncated last frame. Throws `InvalidMp3Error` if
 * the file is empty or invalid, has another audio format, or changes its format.
 */
export const parseMp3 = (bytes: Buffer): Mp3 => {
  const end = findAudioEnd(bytes);
  let at = findAudioStart(bytes);
  const first = parseFrameAt(bytes, at);
  if (!first) throw new InvalidMp3Error("it does not begin as an MP3 does");
  if (isXingFrame(bytes, first)) at += first.length;
  const start = at;
  let samples = 0;
  while (at + HEADER_BYTES <= end && !isPadding(bytes, at, end)) {
    const frame = parseFrameAt(bytes, at);
    if (!frame) throw new InvalidMp3Error(`it breaks off at byte ${at}`);
    if (at + frame.length > end) break;
    if (frame.sampleRate !== first.sampleRate || frame.channels !== first.channels)
      throw new InvalidMp3Error(`it changes its format at byte ${at}`);
    samples += frame.samples;
    at += frame.length;
  }
  if (samples === 0) throw new InvalidMp3Error("it has no sound");
  const { sampleRate, channels } = first;
  return { frames: bytes.subarray(start, at), samples, sampleRate, channels };
};

export const getDurationMs = ({
  samples,
  sampleRate,
}: Pick<Mp3, "samples" | "sampleRate">): number => (samples * 1000) / sampleRate;

/**
 * Returns at least `ms` of silence, in whole frames of the header's format and bit rate. A frame of
 * zeros is silent and does not use the bit reservoir.
 */
export const createSilence = (header: Buffer, ms: number): Mp3 => {
  const flags = header.readUInt32BE(0);
  // Clears the flags for checksum and padding, and keeps the channel mode.
  const silentHeader = Buffer.alloc(HEADER_BYTES);
  silentHeader.writeUInt32BE(((flags | 0x10000) & ~0x200 & 0xffffffc0) >>> 0);
  const frame = parseFrameAt(silentHeader, 0);
  if (!frame) throw new InvalidMp3Error("there is no format to be silent in");
  const count = Math.ceil((ms * frame.sampleRate) / 1000 / frame.samples);
  const silentFrame = Buffer.concat([silentHeader, Buffer.alloc(frame.length - HEADER_BYTES)]);
  const { sampleRate, channels } = frame;
  const frames = Buffer.concat(Array.from({ length: count }, () => silentFrame));
  return { frames, samples: count * frame.samples, sampleRate, channels };
};
