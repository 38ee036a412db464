import { move, workerData } from "piscina";
import { encodeWav, loadMp3Encoder } from "./encode-audio.ts";
import { createFlite, type PcmAudio } from "./flite.ts";
import type { Utterance } from "./tts-request.ts";
import { getVoice } from "./voices.ts";

const SILENCE_THRESHOLD = 0.01;
/** Silence to keep at both ends. The encoder adds the rest of a natural pause. */
const KEPT_SILENCE_MS = 40;

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
const encodeMp3 = await loadMp3Encoder();

export default ({ text, voice, pace, format }: Utterance): unknown => {
  const audio = trimSilence(speak(text, getVoice(voice), pace));
  // The bytes are transferred to the caller, not copied.
  return move(format === "wav" ? encodeWav(audio) : encodeMp3(audio));
};
