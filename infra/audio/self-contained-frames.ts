import { parseFrameAt, HEADER_BYTES } from "./mp3.ts";
import { buildFrameHeader } from "./xing-header.ts";

/** Maximum size of the bit reservoir in bytes. */
const MAX_RESERVOIR_BYTES = 511;

/** Reads `count` bits, starting `bit` bits after the byte at `at`. */
const readBits = (bytes: Buffer, at: number, bit: number, count: number): number => {
  const first = at + (bit >> 3);
  const word =
    ((bytes[first] ?? 0) << 16) | ((bytes[first + 1] ?? 0) << 8) | (bytes[first + 2] ?? 0);
  return (word >> (24 - (bit & 7) - count)) & ((1 << count) - 1);
};

/** Bit positions in a frame's side information, by MPEG version and channels. */
const getSideInfoLayout = (isMpeg1: boolean, channels: 1 | 2) =>
  isMpeg1
    ? { borrowed: 9, start: channels === 1 ? 18 : 20, granules: 2 * channels, step: 59 }
    : { borrowed: 8, start: channels === 1 ? 9 : 10, granules: channels, step: 63 };

/**
 * Repacks frames to this bit rate index so that none uses the bit reservoir and playback can start
 * at any frame. Lossless: nothing is encoded again. Returns null if a frame is invalid or its data
 * does not fit.
 */
export const buildSelfContainedFrames = (bytes: Buffer, bitRate: number): Buffer | null => {
  const made: Buffer[] = [];
  let before = Buffer.alloc(0);
  for (let at = 0; at + HEADER_BYTES <= bytes.length;) {
    const frame = parseFrameAt(bytes, at);
    const header = buildFrameHeader(bytes.subarray(at, at + HEADER_BYTES), bitRate);
    const room = parseFrameAt(header, 0);
    if (!frame || !room) return null;
    const isMpeg1 = frame.samples === 1152;
    const { borrowed, start, granules, step } = getSideInfoLayout(isMpeg1, frame.channels);
    const sideAt = frame.notesAt - (room.notesAt - HEADER_BYTES);
    const own = bytes.subarray(frame.notesAt, at + frame.length);
    const loan = readBits(bytes, sideAt, 0, borrowed);
    let bits = 0;
    for (let n = 0; n < granules; n++) bits += readBits(bytes, sideAt, start + n * step, 12);
    const whole = Buffer.alloc(room.length);
    header.copy(whole);
    // The reservoir before the first frame is missing: that frame becomes silent.
    if (loan <= before.length) {
      const data = Buffer.concat([before.subarray(before.length - loan), own]);
      const length = Math.ceil(bits / 8);
      if (length > data.length || length > room.length - room.notesAt) return null;
      const side = bytes.subarray(sideAt, frame.notesAt);
      side.copy(whole, HEADER_BYTES);
      whole[HEADER_BYTES] = 0;
      if (isMpeg1) whole[HEADER_BYTES + 1] = (whole[HEADER_BYTES + 1] ?? 0) & 0x7f;
      data.copy(whole, room.notesAt, 0, length);
    }
    made.push(whole);
    before = Buffer.concat([before, own]).subarray(-MAX_RESERVOIR_BYTES);
    at += frame.length;
  }
  return Buffer.concat(made);
};
