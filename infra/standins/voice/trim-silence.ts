import type { Sound } from "./flite.ts";

/** Quieter than this is nobody. */
const QUIET = 0.01;
/** What is left before the first word and after the last: an encoder adds to it what makes a pause. */
const EDGE_MS = 40;

/** A sentence without the long silence that the synthesizer puts around each. */
export const trimSilence = ({ samples, sampleRate }: Sound): Sound => {
  const first = samples.findIndex((sample) => Math.abs(sample) > QUIET);
  const last = samples.findLastIndex((sample) => Math.abs(sample) > QUIET);
  if (first === -1) return { samples, sampleRate };
  const edge = Math.round((EDGE_MS * sampleRate) / 1000);
  return { samples: samples.slice(Math.max(0, first - edge), last + edge), sampleRate };
};
