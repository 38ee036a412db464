import { move, workerData } from "piscina";
import { encodeWave, loadMp3Encoder } from "./encode.ts";
import { createFlite } from "./flite.ts";
import type { Utterance } from "./speech-request.ts";
import { trimSilence } from "./trim-silence.ts";
import { voiceNamed } from "./voices.ts";

/** One thread of the pool: everything that takes time is here, and nothing else is. */
if (!(workerData instanceof WebAssembly.Module)) throw new Error("Threads get the synthesizer.");
const speak = createFlite(workerData);
const encodeMp3 = await loadMp3Encoder();

export default ({ text, voice, pace, format }: Utterance): unknown => {
  const sound = trimSilence(speak(text, voiceNamed(voice), pace));
  // Handed over, not copied.
  return move(format === "wav" ? encodeWave(sound) : encodeMp3(sound));
};
