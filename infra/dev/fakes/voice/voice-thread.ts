import { move, workerData } from "piscina";
import { createMp3Encoder } from "wasm-media-encoders";
import { createFlite, type PcmAudio } from "./flite.ts";
import type { Utterance } from "./voice-pool.ts";
import { getVoice } from "./voices.ts";

const SILENCE_THRESHOLD = 0.01;
/** Silence to keep at both ends. The encoder adds the rest of a natural pause. */
const KEPT_SILENCE_MS = 40;
/** Bit rate in kbit/s. It suffices for speech at 16 kHz. */
const MP3_KBIT = 48;

/** Removes the long silence that the synthesizer adds at both ends. */
const trimSilence = ({ samples, sampleRate }: PcmAudio): PcmAudio => {
  const first = samples.findIndex((sample) => Math.abs(sample) > SILENCE_THRESHOLD);
  const last = samples.findLastIndex((sample) => Math.abs(sample) > SILENCE_THRESHOLD);
  if (first === -1) return { samples, sampleRate };
  const edge = Math.round((KEPT_SILENCE_MS * sampleRate) / 1000);
  return { samples: samples.slice(Math.max(0, first - edge), last + edge), sampleRate };
};

/** Entry point of a worker thread: synthesizes and encodes. */
if (!(workerData instanceof WebAssembly.Module)) throw new Error("Threads get the synthesizer.");
const speak = createFlite(workerData);
const encoder = await createMp3Encoder();

export default ({ text, voice, pace }: Utterance): unknown => {
  const { samples, sampleRate } = trimSilence(speak(text, getVoice(voice), pace));
  encoder.configure({ sampleRate, channels: 1, bitrate: MP3_KBIT });
  // The second call reuses the encoder's memory, so the bytes of the first are copied.
  const body = encoder.encode([samples]).slice();
  const mp3 = Buffer.concat([body, encoder.finalize()]);
  // The bytes are transferred to the caller, not copied.
  return move(new Uint8Array(mp3));
};
