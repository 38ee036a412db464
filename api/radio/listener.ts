import type { SteadyFormat, SteadySound } from "#infra/audio/steady-sound.ts";
import type { Notice } from "#shared/domain/notices.ts";
import type { AirItem, Programme } from "#infra/radio/programme.ts";

/** Sound is sent so far ahead of its time, so that nothing on the way is heard, */
export const LEAD_MS = 2000;
/** in pieces of about this length, */
const PIECE_MS = 400;
/** and silence no further than this: what comes next may come at once. */
const IDLE_LEAD_MS = 300;
/** After the last word of what goes on later, so long, it is said that it pauses. */
const PAUSE_AFTER_MS = 5000;
/** A pause is listened to for no longer. */
const LONGEST_PAUSE_MS = 600_000;
/** What there was no sound for is made good, up to so much. */
const LONGEST_MUTE_MS = 3000;
/** A word that is still being made is waited for so long. */
const NOTICE_MS = 15_000;
/** Whoever is later than this, by what was put in between, goes on with what is on the air. */
const LATEST_MS = 8000;

/** Where a listener's sound goes. */
export interface Outlet {
  /** What was sent is not taken, and more would have to be kept. */
  readonly isFull: boolean;
  write(bytes: Buffer): void;
  end(): void;
}

/** What a listener hears from. */
export interface Studio {
  programme: Programme;
  /** Null while nothing has been spoken yet. */
  format: SteadyFormat | null;
  /** Undefined while it is being fetched; null where there is none. */
  soundOf(item: AirItem): SteadySound | null | undefined;
  notice(notice: Notice): SteadySound | null | undefined;
}

/** Somebody who listens. */
export interface Tuning {
  /** From where on the air: it may be some that is about to come. */
  from: number;
  /** How far behind the air. */
  behindMs: number;
  /** They know their place by what they were sent: nothing may be left out, they had better come anew. */
  isExact: boolean;
}

/**
 * One who listens to a debate. What is on the air is sent at the pace at which it is heard, each sentence
 * once, and silence in between; nothing is kept for them but their place.
 */
export class Listener {
  /** When on the air the next byte is. */
  #cursor: number;
  /** The last item that was sent, */
  #done = 0;
  /** what is being sent, */
  #playing: { sound: SteadySound; next: number; isNotice?: true } | null = null;
  /** and how much of the next item is over. */
  #missedMs = 0;
  #isTuned = false;
  #wasFull = false;
  /** There was not even silence for them. */
  #isMute = false;
  #pauseTold = -1;
  #isInvited = false;

  constructor(
    private readonly outlet: Outlet,
    private readonly tuning: Tuning,
  ) {
    this.#cursor = tuning.from;
  }

  /** Sends what is due at `now`, on the air's clock. Returns whether there is more to come. */
  hear(studio: Studio, now: number): boolean {
    const { outlet } = this;
    if (outlet.isFull) {
      this.#wasFull = true;
      return !this.tuning.isExact;
    }
    const live = now - this.tuning.behindMs;
    if (!this.#isTuned) this.#tune(studio, this.#cursor);
    else if (this.#wasFull && live > this.#cursor) this.#tune(studio, live);
    this.#wasFull = false;
    const { format } = studio;
    if (!format) {
      this.#isMute = true;
      return this.#waitForSound(studio);
    }
    if (this.#isMute && live - this.#cursor > LONGEST_MUTE_MS) {
      if (this.tuning.isExact) return false;
      this.#tune(studio, live);
    }
    this.#isMute = false;
    const pieces: Buffer[] = [];
    // Whatever is said up to now is known.
    const idleUntil = Math.min(now, live + LEAD_MS - IDLE_LEAD_MS) + IDLE_LEAD_MS;
    const isOver = this.#send(studio, format, { until: live + LEAD_MS, idleUntil }, pieces);
    if (pieces.length > 0) outlet.write(Buffer.concat(pieces));
    return !isOver;
  }

  /** The first sentence that has a sound tells how silence is kept, too. Returns whether any may come. */
  #waitForSound(studio: Studio): boolean {
    const { items, outlook } = studio.programme;
    const next = items.find(({ order }) => order > this.#done);
    if (next && studio.soundOf(next) === null) this.#done = next.order;
    return next !== undefined || outlook !== "end";
  }

  /** Goes on to a place on the air: into the middle of what is said there, perhaps of what plays. */
  #tune({ programme: { items } }: Studio, at: number): void {
    const done = this.#playing ? this.#done - 1 : this.#done;
    this.#isTuned = true;
    this.#cursor = at;
    this.#playing = null;
    this.#done = Math.max(done, items.findLast(({ endsAt }) => endsAt <= at)?.order ?? 0);
    const next = items.find(({ order }) => order > this.#done);
    this.#missedMs = Math.max(0, at - (next?.startsAt ?? at));
  }

  #send(
    studio: Studio,
    format: SteadyFormat,
    { until, idleUntil }: { until: number; idleUntil: number },
    pieces: Buffer[],
  ): boolean {
    if (until - this.#cursor < PIECE_MS) return false;
    while (this.#cursor < until - format.frameMs) {
      const { items } = studio.programme;
      const next = items.find(({ order }) => order > this.#done);
      // What goes on is more than any word about it.
      if (this.#playing?.isNotice && next && next.startsAt <= this.#cursor) this.#playing = null;
      if (this.#playing?.isNotice) {
        if (!this.#sendFrames(format, idleUntil, pieces)) return false;
      } else if (this.#playing) this.#sendFrames(format, until, pieces);
      else {
        if (!next) return this.#rest(studio, format, idleUntil, pieces);
        if (!this.#begin(studio, next, format, Math.min(until, next.startsAt), pieces)) {
          this.#silence(format, until - LEAD_MS + IDLE_LEAD_MS, pieces);
          return false;
        }
      }
    }
    return false;
  }

  /** Returns whether all of it has been sent. */
  #sendFrames({ frameMs }: SteadyFormat, until: number, pieces: Buffer[]): boolean {
    if (!this.#playing) return true;
    const { sound, next } = this.#playing;
    const { bytes, starts } = sound;
    const room = Math.max(0, Math.ceil((until - this.#cursor) / frameMs));
    const end = Math.max(next, Math.min(starts.length - 1, next + room));
    if (end > next) pieces.push(bytes.subarray(starts[next], starts[end]));
    this.#cursor += (end - next) * frameMs;
    this.#playing = end < starts.length - 1 ? { ...this.#playing, next: end } : null;
    return this.#playing === null;
  }

  /** Begins with an item, or comes nearer to its time. Returns whether it could. */
  #begin(
    studio: Studio,
    item: AirItem,
    format: SteadyFormat,
    nearer: number,
    pieces: Buffer[],
  ): boolean {
    const sound = studio.soundOf(item);
    if (item.startsAt - this.#cursor >= format.frameMs / 2) {
      this.#silence(format, nearer, pieces);
      return true;
    }
    if (this.#cursor - item.startsAt - this.#missedMs > LATEST_MS) {
      this.#tune(studio, this.#cursor);
      return true;
    }
    if (sound === undefined) return false;
    this.#done = item.order;
    if (sound) this.#playing = { sound, next: Math.round(this.#missedMs / format.frameMs) };
    this.#missedMs = 0;
    return true;
  }

  /** Nothing more is known. Returns whether it is over. */
  #rest(studio: Studio, format: SteadyFormat, idleUntil: number, pieces: Buffer[]): boolean {
    const { items, outlook } = studio.programme;
    const lastWord = items.at(-1)?.endsAt ?? 0;
    const since = Math.max(lastWord, this.tuning.from);
    if (outlook === "end" || this.#isInvited) return true;
    if (outlook === "gate") {
      const invitation = studio.notice("invitation");
      if (invitation === undefined && this.#cursor - since < NOTICE_MS)
        this.#silence(format, idleUntil, pieces);
      else this.#isInvited = true;
      if (invitation) this.#playing = { sound: invitation, next: 0, isNotice: true };
      return this.#isInvited && !invitation;
    }
    if (outlook === "pause" && this.#cursor - since > LONGEST_PAUSE_MS) return true;
    // Before the first word nothing pauses.
    const isPausing = items.length > 0 && this.#cursor - lastWord >= PAUSE_AFTER_MS;
    if (outlook === "pause" && isPausing) {
      const pause = this.#pauseTold === this.#done ? null : studio.notice("pause");
      if (pause) {
        this.#playing = { sound: pause, next: 0, isNotice: true };
        this.#pauseTold = this.#done;
      }
    }
    this.#silence(format, idleUntil, pieces);
    return false;
  }

  #silence({ frameMs, silentFrame }: SteadyFormat, until: number, pieces: Buffer[]): void {
    const frames = Math.max(0, Math.round((until - this.#cursor) / frameMs));
    for (let n = 0; n < frames; n++) pieces.push(silentFrame);
    this.#cursor += frames * frameMs;
  }
}
