import { parseFrameAt, type Mp3 } from "./mp3.ts";

/**
 * Maximum number of earlier frames to include. A frame's data can begin in earlier frames (the bit
 * reservoir, at most 511 bytes). At 16 kbit/s or more, 12 frames contain 511 bytes.
 */
const MAX_RESERVOIR_FRAMES = 12;

/**
 * Returns the frames that play between two times, preceded by frames whose bit reservoir they use.
 * `startsAt` is the index of the first returned sample in the whole MP3. `endsAt` is the index
 * after the last.
 */
export const extractFrames = (
  { frames, sampleRate }: Pick<Mp3, "frames" | "sampleRate">,
  startMs: number,
  endMs: number,
): { frames: Buffer; startsAt: number; endsAt: number } => {
  const starts: { at: number; samples: number }[] = [];
  const [start, end] = [startMs, endMs].map((ms) => (ms * sampleRate) / 1000);
  let [at, samples, from] = [0, 0, { at: 0, samples: 0 }];
  for (
    let frame = parseFrameAt(frames, at);
    frame && samples < (end ?? 0);
    frame = parseFrameAt(frames, at)
  ) {
    if (samples <= (start ?? 0)) from = starts.at(-MAX_RESERVOIR_FRAMES) ?? from;
    starts.push({ at, samples });
    samples += frame.samples;
    at += frame.length;
  }
  return { frames: frames.subarray(from.at, at), startsAt: from.samples, endsAt: samples };
};
