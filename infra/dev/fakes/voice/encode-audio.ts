import { createMp3Encoder } from "wasm-media-encoders";
import type { PcmAudio } from "./flite.ts";

/** Bit rate in kbit/s. It suffices for speech at 16 kHz. */
const MP3_KBIT = 48;
const WAV_HEADER_BYTES = 44;

export const loadMp3Encoder = async () => {
  const encoder = await createMp3Encoder();
  return ({ samples, sampleRate }: PcmAudio): Uint8Array<ArrayBuffer> => {
    encoder.configure({ sampleRate, channels: 1, bitrate: MP3_KBIT });
    // The next call reuses the encoder's memory, so the bytes are copied.
    const body = encoder.encode([samples]).slice();
    const end = encoder.finalize();
    const mp3 = new Uint8Array(body.length + end.length);
    mp3.set(body);
    mp3.set(end, body.length);
    return mp3;
  };
};

/** Encodes a 16-bit mono WAV file. */
export const encodeWav = ({ samples, sampleRate }: PcmAudio): Uint8Array<ArrayBuffer> => {
  const bytes = Buffer.alloc(WAV_HEADER_BYTES + samples.length * 2);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write("WAVEfmt ", 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20); // PCM
  bytes.writeUInt16LE(1, 22); // mono
  bytes.writeUInt32LE(sampleRate, 24);
  bytes.writeUInt32LE(sampleRate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36);
  bytes.writeUInt32LE(samples.length * 2, 40);
  samples.forEach((sample, n) => {
    bytes.writeInt16LE(
      Math.round(Math.max(-1, Math.min(1, sample)) * 0x7fff),
      WAV_HEADER_BYTES + 2 * n,
    );
  });
  return new Uint8Array(bytes);
};
