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

/** The audio being sent. */
export interface PlayingAudio {
  audio: CbrAudio;
  /** Index of the next frame. */
  next: number;
  turnId?: number;
  isAnnouncement?: true;
}

export interface PlaybackCursor {
  readonly options: StreamOptions;
  /** Time of the next byte on the schedule. */
  cursor: number;
  /** Order number of the last sentence sent. */
  lastSentOrder: number;
  playing: PlayingAudio | null;
  /** Milliseconds of the next sentence to skip. */
  missedMs: number;
  hasStarted: boolean;
  wasFull: boolean;
  /** No format is known yet, so not even silence was sent. */
  isMute: boolean;
  pauseAnnouncedAfter: number;
  isInvited: boolean;
}

export const createPlaybackCursor = (options: StreamOptions): PlaybackCursor => ({
  options,
  cursor: options.from,
  lastSentOrder: 0,
  playing: null,
  missedMs: 0,
  hasStarted: false,
  wasFull: false,
  isMute: false,
  pauseAnnouncedAfter: -1,
  isInvited: false,
});

/** Maximum difference in delay at which two listeners can share a group. */
const MAX_JOIN_GAP_MS = 500;

const findSentenceStartMs = ({ cursor, playing }: PlaybackCursor, frameMs: number): number =>
  cursor - (playing?.next ?? 0) * frameMs;

/**
 * Returns the audio of the current sentence that `further` already got and `nearer` did not. After it
 * both can share a group. Undefined if they cannot.
 */
export const findMissingBytes = (
  nearer: PlaybackCursor,
  further: PlaybackCursor,
  frameMs: number,
): Buffer | undefined => {
  const [nearerAudio, furtherAudio] = [nearer.playing, further.playing];
  if (!nearerAudio || !furtherAudio || nearerAudio.isAnnouncement || furtherAudio.isAnnouncement)
    return undefined;
  const isSame =
    nearerAudio.audio === furtherAudio.audio &&
    nearerAudio.next <= furtherAudio.next &&
    nearer.options.isExact === further.options.isExact;
  const soonerMs = nearer.options.behindMs - further.options.behindMs;
  const apartMs = Math.abs(
    findSentenceStartMs(nearer, frameMs) - findSentenceStartMs(further, frameMs),
  );
  if (!isSame || soonerMs < 0 || soonerMs > MAX_JOIN_GAP_MS || apartMs > frameMs) return undefined;
  return nearerAudio.audio.bytes.subarray(
    nearerAudio.audio.starts[nearerAudio.next],
    nearerAudio.audio.starts[furtherAudio.next],
  );
};
