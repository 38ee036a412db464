import { parseFrameAt, HEADER_BYTES } from "./mp3.ts";
import { buildFrameHeader } from "./xing-header.ts";

/** Maximum size of the bit reservoir in bytes. */
const MAX_RESERVOIR_BYTES = 511;

/** Reads `count` bits, starting `bit` bits after the start of the byte at `at`. */
const readBits = (bytes: Buffer, at: number, bit: number, count: number): number => {
  const first = at + (bit >> 3);
  const word =
    ((bytes[first] ?? 0) << 16) | ((bytes[first + 1] ?? 0) << 8) | (bytes[first + 2] ?? 0);
  return (word >> (24 - (bit & 7) - count)) & ((1 << count) - 1);
};

/**
 * Bit positions of fields in a frame's side information, by MPEG version and number of channels.
 */
const getSideInfoLayout = (isMpeg1: boolean, channels: 1 | 2) =>
  isMpeg1
    ? { borrowed: 9, start: channels === 1 ? 18 : 20, granules: 2 * channels, step: 59 }
    : { borrowed: 8, start: channels === 1 ? 9 : 10, granules: channels, step: 63 };

/**
 * Repacks MP3 frames so that playback can start at any frame. A frame may keep a part of its data in
 * the frames before it, which MP3 calls the bit reservoir. The returned frames contain all their
 * data. `bitRate` is their index in the MP3 table of bit rates. Nothing is encoded again. Returns
 * null if a frame is invalid or its data does not fit.
 */
export const buildSelfContainedFrames = (bytes: Buffer, bitRate: number): Buffer | null => {
  const repackedFrames: Buffer[] = [];
  let reservoir = Buffer.alloc(0);
  for (let at = 0; at + HEADER_BYTES <= bytes.length;) {
    const frame = parseFrameAt(bytes, at);
    const header = buildFrameHeader(bytes.subarray(at, at + HEADER_BYTES), bitRate);
    const target = parseFrameAt(header, 0);
    if (!frame || !target) return null;
    const isMpeg1 = frame.samples === 1152;
    const { borrowed, start, granules, step } = getSideInfoLayout(isMpeg1, frame.channels);
    const sideInfoOffset = frame.xingOffset - (target.xingOffset - HEADER_BYTES);
    const ownData = bytes.subarray(frame.xingOffset, at + frame.length);
    const borrowedBytes = readBits(bytes, sideInfoOffset, 0, borrowed);
    let dataBits = 0;
    for (let n = 0; n < granules; n++)
      dataBits += readBits(bytes, sideInfoOffset, start + n * step, 12);
    const repacked = Buffer.alloc(target.length);
    header.copy(repacked);
    // The data before the first frame is missing. A frame that needs it becomes silent.
    if (borrowedBytes <= reservoir.length) {
      const data = Buffer.concat([reservoir.subarray(reservoir.length - borrowedBytes), ownData]);
      const length = Math.ceil(dataBits / 8);
      if (length > data.length || length > target.length - target.xingOffset) return null;
      const sideInfo = bytes.subarray(sideInfoOffset, frame.xingOffset);
      sideInfo.copy(repacked, HEADER_BYTES);
      repacked[HEADER_BYTES] = 0;
      if (isMpeg1) repacked[HEADER_BYTES + 1] = (repacked[HEADER_BYTES + 1] ?? 0) & 0x7f;
      data.copy(repacked, target.xingOffset, 0, length);
    }
    repackedFrames.push(repacked);
    reservoir = Buffer.concat([reservoir, ownData]).subarray(-MAX_RESERVOIR_BYTES);
    at += frame.length;
  }
  return Buffer.concat(repackedFrames);
};
