import { InvalidMp3Error, parseFrameAt, HEADER_BYTES, isXingFrame, type Mp3 } from "./mp3.ts";

const XING_TAG = "Xing";
const XING_FLAGS = 3;
/** Size of the tag, the flags, the number of frames and the number of bytes: 4 bytes each. */
const XING_BYTES = 16;
const BIT_RATE_INDEXES = Array.from({ length: 14 }, (_, n) => n + 1);

/** Returns a frame header with this bit rate index, without checksum and padding. */
export const buildFrameHeader = (header: Buffer, bitRate: number): Buffer => {
  const frameHeader = Buffer.alloc(HEADER_BYTES);
  const bits = (header.readUInt32BE(0) | 0x10000) & ~0xf200;
  frameHeader.writeUInt32BE((bits | (bitRate << 12)) >>> 0);
  return frameHeader;
};

/**
 * Returns a silent frame that states the length of the audio after it. Without this frame players
 * only estimate the duration. `header` is the first frame header of that audio.
 */
export const buildXingFrame = (
  header: Buffer,
  audio: { bytes: number; samples: number },
): Buffer => {
  const ownBitRate = (header.readUInt32BE(0) >>> 12) & 15;
  for (const bitRate of [ownBitRate, ...BIT_RATE_INDEXES]) {
    const frameHeader = buildFrameHeader(header, bitRate);
    const frame = parseFrameAt(frameHeader, 0);
    if (!frame || frame.xingOffset + XING_BYTES > frame.length) continue;
    const bytes = Buffer.alloc(frame.length);
    frameHeader.copy(bytes);
    const at = frame.xingOffset + bytes.write(XING_TAG, frame.xingOffset, "latin1");
    bytes.writeUInt32BE(XING_FLAGS, at);
    bytes.writeUInt32BE(Math.round(audio.samples / frame.samples), at + 4);
    bytes.writeUInt32BE(frame.length + audio.bytes, at + 8);
    return bytes;
  }
  throw new InvalidMp3Error("there is no format to tell a length in");
};

export const getXingFrameBytes = (mp3: Buffer): number => {
  const frame = parseFrameAt(mp3, 0);
  return frame && isXingFrame(mp3, frame) ? frame.length : 0;
};

/** Samples of silence that the encoder LAME inserts before the audio. */
const ENCODER_DELAY_SAMPLES = 576;
/** Tag after which players find the encoder's delay and padding, 12 bits each. */
const LAME_TAG = "LAME3.100";
const LAME_DELAY_OFFSET = 21;
const LAME_TAG_BYTES = 36;

/**
 * Returns a Xing frame with a LAME tag for gapless playback. Players trim everything but the
 * `sourceSamples`, the number of samples before encoding.
 */
export const buildGaplessFrame = ({ frames, samples }: Mp3, sourceSamples: number): Buffer => {
  const bytes = buildXingFrame(frames, { bytes: frames.length, samples });
  const frame = parseFrameAt(bytes, 0);
  const at = (frame?.xingOffset ?? 0) + XING_BYTES;
  const padding = samples - ENCODER_DELAY_SAMPLES - sourceSamples;
  if (at + LAME_TAG_BYTES > bytes.length || padding < 0 || padding > 0xfff) return bytes;
  bytes.write(LAME_TAG, at, "latin1");
  bytes.writeUIntBE((ENCODER_DELAY_SAMPLES << 12) | padding, at + LAME_DELAY_OFFSET, 3);
  return bytes;
};
