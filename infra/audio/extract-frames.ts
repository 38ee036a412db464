import { parseFrameAt, type Mp3 } from "./mp3.ts";

/**
 * Number of earlier frames to include: they can hold the start of a frame's data (bit reservoir, at
 * most 511 bytes). Enough from 16 kbit/s on.
 */
const MAX_RESERVOIR_FRAMES = 12;

/**
 * The frames that play between two times, preceded by those with their bit reservoir. `startsAt` is
 * the index of their first sample in the whole sound, `endsAt` that after their last.
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
