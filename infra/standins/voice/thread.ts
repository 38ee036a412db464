import { move, workerData } from "piscina";
import { encodeWave, loadMp3Encoder } from "./encode.ts";
import { createFlite, type Sound } from "./flite.ts";
import type { Utterance } from "./speech-request.ts";
import { voiceNamed } from "./voices.ts";

const QUIET = 0.01;
/** Silence kept at both ends; encoding adds the rest of a pause. */
const EDGE_MS = 40;

/** Removes the long silence that the synthesizer adds at both ends. */
const trimSilence = ({ samples, sampleRate }: Sound): Sound => {
  const first = samples.findIndex((sample) => Math.abs(sample) > QUIET);
  const last = samples.findLastIndex((sample) => Math.abs(sample) > QUIET);
  if (first === -1) return { samples, sampleRate };
  const edge = Math.round((EDGE_MS * sampleRate) / 1000);
  return { samples: samples.slice(Math.max(0, first - edge), last + edge), sampleRate };
};

/** Entry point of a voice thread: synthesizes and encodes. */
if (!(workerData instanceof WebAssembly.Module)) throw new Error("Threads get the synthesizer.");
const speak = createFlite(workerData);
const encodeMp3 = await loadMp3Encoder();

export default ({ text, voice, pace, format }: Utterance): unknown => {
  const sound = trimSilence(speak(text, voiceNamed(voice), pace));
  // Transferred, not copied.
  return move(format === "wav" ? encodeWave(sound) : encodeMp3(sound));
};
