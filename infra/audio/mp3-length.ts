import { BrokenMp3, frameAt, HEADER_BYTES, isNotes, type Mp3 } from "./mp3.ts";

const XING = "Xing";
const HAS_FRAMES_AND_BYTES = 3;
/** Name, flags, number of frames, number of bytes; 4 bytes each. */
const NOTE_BYTES = 16;
const BIT_RATES = Array.from({ length: 14 }, (_, n) => n + 1);

/** Frame header with this bit rate index, without checksum and padding. */
export const headerAt = (header: Buffer, bitRate: number): Buffer => {
  const plain = Buffer.alloc(HEADER_BYTES);
  const kept = (header.readUInt32BE(0) | 0x10000) & ~0xf200;
  plain.writeUInt32BE((kept | (bitRate << 12)) >>> 0);
  return plain;
};

/**
 * A silent Xing frame that tells players the length of the sound after it; `header` is that sound's
 * first frame header. Without it players estimate the duration.
 */
export const lengthFrame = (header: Buffer, sound: { bytes: number; samples: number }): Buffer => {
  const own = (header.readUInt32BE(0) >>> 12) & 15;
  for (const bitRate of [own, ...BIT_RATES]) {
    const plain = headerAt(header, bitRate);
    const frame = frameAt(plain, 0);
    if (!frame || frame.notesAt + NOTE_BYTES > frame.length) continue;
    const bytes = Buffer.alloc(frame.length);
    plain.copy(bytes);
    const at = frame.notesAt + bytes.write(XING, frame.notesAt, "latin1");
    bytes.writeUInt32BE(HAS_FRAMES_AND_BYTES, at);
    bytes.writeUInt32BE(Math.round(sound.samples / frame.samples), at + 4);
    bytes.writeUInt32BE(frame.length + sound.bytes, at + 8);
    return bytes;
  }
  throw new BrokenMp3("there is no format to tell a length in");
};

export const lengthFrameBytes = (beginning: Buffer): number => {
  const frame = frameAt(beginning, 0);
  return frame && isNotes(beginning, frame) ? frame.length : 0;
};

/** Samples that LAME inserts before the sound. */
const ENCODER_DELAY = 576;
/** Name of the LAME tag, after which players read delay and padding, 12 bits each. */
const ENCODER = "LAME3.100";
const DELAY_AT = 21;
const ENCODER_BYTES = 36;

/**
 * Xing frame with a LAME tag for gapless playback. `encoded`: number of samples before encoding;
 * players trim the rest.
 */
export const gaplessFrame = ({ frames, samples }: Mp3, encoded: number): Buffer => {
  const bytes = lengthFrame(frames, { bytes: frames.length, samples });
  const frame = frameAt(bytes, 0);
  const at = (frame?.notesAt ?? 0) + NOTE_BYTES;
  const padding = samples - ENCODER_DELAY - encoded;
  if (at + ENCODER_BYTES > bytes.length || padding < 0 || padding > 0xfff) return bytes;
  bytes.write(ENCODER, at, "latin1");
  bytes.writeUIntBE((ENCODER_DELAY << 12) | padding, at + DELAY_AT, 3);
  return bytes;
};
