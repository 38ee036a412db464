import type { CbrAudio } from "#infra/audio/cbr-audio.ts";

export interface StreamOptions {
  /**
   * Start of the stream: a time in the debate's schedule, in milliseconds since 1970. It may lie
   * slightly in the future.
   */
  from: number;
  /** Delay behind the schedule, in milliseconds. */
  behindMs: number;
  /**
   * Whether the client computes its position from the number of received bytes. Then the stream
   * must not skip audio. Where it would skip, it ends, and the client reconnects.
   */
  isExact: boolean;
  /** Whether the stream begins with the announcement that models debate with synthetic voices. */
  startsWithDisclosure?: boolean;
}

/** The sentence or announcement that is being sent. */
export interface PlayingAudio {
  audio: CbrAudio;
  /** Index of the MP3 frame to send next. */
  next: number;
  turnId?: number;
  isAnnouncement?: true;
  /**
   * Whether this is the spoken disclosure. Sentences of the debate do not interrupt it, and those
   * that were due meanwhile are skipped.
   */
  isDisclosure?: true;
}

export interface PlaybackCursor {
  readonly options: StreamOptions;
  /** Schedule time of the next byte to send, in milliseconds since 1970. */
  cursor: number;
  /** `order` of the last sentence whose sending has begun. */
  lastSentOrder: number;
  playing: PlayingAudio | null;
  /** Milliseconds to skip at the start of the next sentence. */
  missedMs: number;
  hasStarted: boolean;
  wasFull: boolean;
  /**
   * True while no audio is loaded. In this time not even silence can be sent, because silence must
   * have the MP3 format of the audio.
   */
  isFormatUnknown: boolean;
  pauseAnnouncedAfterOrder: number;
  isInvited: boolean;
  isDisclosureDue: boolean;
}

export const createPlaybackCursor = (options: StreamOptions): PlaybackCursor => ({
  options,
  cursor: options.from,
  lastSentOrder: 0,
  playing: null,
  missedMs: 0,
  hasStarted: false,
  wasFull: false,
  isFormatUnknown: false,
  pauseAnnouncedAfterOrder: -1,
  isInvited: false,
  isDisclosureDue: options.startsWithDisclosure ?? false,
});

/** Maximum difference between the delays of two listeners that can share a group. */
const MAX_JOIN_GAP_MS = 500;

const findSentenceStartMs = ({ cursor, playing }: PlaybackCursor, frameMs: number): number =>
  cursor - (playing?.next ?? 0) * frameMs;

/**
 * Returns the bytes of the current sentence that `further` already got and `nearer` did not. After
 * these bytes, `nearer` can join the group of `further`. Undefined if they cannot share a group.
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
