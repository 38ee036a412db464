import type { SteadySound } from "#infra/audio/steady-sound.ts";

/** How somebody listens. */
export interface Tuning {
  /** From where on the air: it may be some that is about to come. */
  from: number;
  /** How far behind the air. */
  behindMs: number;
  /** They know their place by what they were sent: nothing may be left out, they had better come anew. */
  isExact: boolean;
}

/** Where somebody is who listens: all that is kept for them. */
export interface Place {
  readonly tuning: Tuning;
  /** When on the air the next byte is. */
  cursor: number;
  /** The last item that was sent, */
  done: number;
  /** what is being sent, */
  playing: { sound: SteadySound; next: number; turnId?: number; isNotice?: true } | null;
  /** and how much of the next item is over. */
  missedMs: number;
  isTuned: boolean;
  wasFull: boolean;
  /** There was not even silence for them. */
  isMute: boolean;
  pauseTold: number;
  isInvited: boolean;
}

export const placeOf = (tuning: Tuning): Place => ({
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

/** Who is further behind by no more than this is sent what others are, so much sooner. */
const TOGETHER_MS = 500;

/** When on the air what is being sent began for them. */
const beganAt = ({ cursor, playing }: Place, frameMs: number): number =>
  cursor - (playing?.next ?? 0) * frameMs;

/**
 * What of a sentence was sent to one who is further in it, and not to the other. From there on both hear
 * the same, and it may be made once for them; undefined where they do not.
 */
export const between = (one: Place, further: Place, frameMs: number): Buffer | undefined => {
  const [mine, theirs] = [one.playing, further.playing];
  if (!mine || !theirs || mine.isNotice || theirs.isNotice) return undefined;
  const isSame =
    mine.sound === theirs.sound &&
    mine.next <= theirs.next &&
    one.tuning.isExact === further.tuning.isExact;
  const soonerMs = one.tuning.behindMs - further.tuning.behindMs;
  const apartMs = Math.abs(beganAt(one, frameMs) - beganAt(further, frameMs));
  if (!isSame || soonerMs < 0 || soonerMs > TOGETHER_MS || apartMs > frameMs) return undefined;
  return mine.sound.bytes.subarray(mine.sound.starts[mine.next], mine.sound.starts[theirs.next]);
};
