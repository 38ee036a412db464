import type { CbrAudio } from "#infra/audio/cbr-audio.ts";

export interface StreamOptions {
  /** Start position: a time of the schedule, possibly in the near future. */
  from: number;
  /** Delay behind the schedule, in milliseconds. */
  behindMs: number;
  /**
   * The client computes its position from the received bytes, so nothing may be skipped. The stream
   * ends instead, and the client reconnects.
   */
  isExact: boolean;
}

export interface PlaybackCursor {
  readonly tuning: StreamOptions;
  /** Time of the next byte on the schedule. */
  cursor: number;
  /** Order number of the last sentence sent. */
  done: number;
  /** The audio being sent. `next` is a frame index. */
  playing: { sound: CbrAudio; next: number; turnId?: number; isNotice?: true } | null;
  /** Milliseconds of the next sentence to skip. */
  missedMs: number;
  isTuned: boolean;
  wasFull: boolean;
  /** No format is known yet, so not even silence was sent. */
  isMute: boolean;
  pauseTold: number;
  isInvited: boolean;
}

export const createPlaybackCursor = (tuning: StreamOptions): PlaybackCursor => ({
  tuning,
  cursor: tuning.from,
  done: 0,
  playing: null,
  missedMs: 0,
  isTuned: false,
  wasFull: false,
  isMute: false,
  pauseTold: -1,
  isInvited: false,
});

/** Maximum difference in delay at which two listeners can share a group. */
const MAX_JOIN_GAP_MS = 500;

const findSentenceStartMs = ({ cursor, playing }: PlaybackCursor, frameMs: number): number =>
  cursor - (playing?.next ?? 0) * frameMs;

/**
 * Returns the audio of the current sentence that `further` already got and `one` did not. After it
 * both can share a group. Undefined if they cannot.
 */
export const findMissingBytes = (
  one: PlaybackCursor,
  further: PlaybackCursor,
  frameMs: number,
): Buffer | undefined => {
  const [mine, theirs] = [one.playing, further.playing];
  if (!mine || !theirs || mine.isNotice || theirs.isNotice) return undefined;
  const isSame =
    mine.sound === theirs.sound &&
    mine.next <= theirs.next &&
    one.tuning.isExact === further.tuning.isExact;
  const soonerMs = one.tuning.behindMs - further.tuning.behindMs;
  const apartMs = Math.abs(
    findSentenceStartMs(one, frameMs) - findSentenceStartMs(further, frameMs),
  );
  if (!isSame || soonerMs < 0 || soonerMs > MAX_JOIN_GAP_MS || apartMs > frameMs) return undefined;
  return mine.sound.bytes.subarray(mine.sound.starts[mine.next], mine.sound.starts[theirs.next]);
};
