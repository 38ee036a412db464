import { frameAt, type Mp3 } from "./mp3.ts";

/** Frames borrow from others before them: of so many at most, if they are as small as frames get. */
const BORROWED_FROM = 12;

/**
 * The frames of a sound that have what is heard between two times, with those they borrow from;
 * `startsAt` is the sample, of the whole sound, that they begin with, and `endsAt` the one after them.
 */
export const framesBetween = (
  { frames, sampleRate }: Pick<Mp3, "frames" | "sampleRate">,
  startMs: number,
  endMs: number,
): { frames: Buffer; startsAt: number; endsAt: number } => {
  const starts: { at: number; samples: number }[] = [];
  const [start, end] = [startMs, endMs].map((ms) => (ms * sampleRate) / 1000);
  let [at, samples, from] = [0, 0, { at: 0, samples: 0 }];
  for (
    let frame = frameAt(frames, at);
    frame && samples < (end ?? 0);
    frame = frameAt(frames, at)
  ) {
    if (samples <= (start ?? 0)) from = starts.at(-BORROWED_FROM) ?? from;
    starts.push({ at, samples });
    samples += frame.samples;
    at += frame.length;
  }
  return { frames: frames.subarray(from.at, at), startsAt: from.samples, endsAt: samples };
};
