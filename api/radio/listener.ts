import type { SteadyFormat, SteadySound } from "#infra/audio/steady-sound.ts";
import { LONGEST_PAUSE_MS } from "#shared/domain/air-times.ts";
import type { Notice } from "#shared/domain/notices.ts";
import type { AirItem, Programme } from "#infra/radio/programme.ts";
import type { Place } from "./place.ts";

/** Sound is sent so far ahead of its time, so that nothing on the way is heard, */
export const LEAD_MS = 2000;
/** in pieces of about this length, */
const PIECE_MS = 400;
/** and silence no further than this: what comes next may come at once. */
const IDLE_LEAD_MS = 300;
/** After the last word of what goes on later, so long, it is said that it pauses. */
const PAUSE_AFTER_MS = 5000;
/** What there was no sound for is made good, up to so much. */
const LONGEST_MUTE_MS = 3000;
/** A word that is still being made is waited for so long. */
const NOTICE_MS = 15_000;
/** Whoever is later than this, by what was put in between, goes on with what is on the air. */
const LATEST_MS = 8000;

/** What a listener hears from. */
export interface Studio {
  programme: Programme;
  /** Whether a turn exists and is not hidden. A sentence of any other turn ends where it is. */
  isShown(turnId: number): boolean;
  /** Null while nothing has been spoken yet. */
  format: SteadyFormat | null;
  /** Undefined while it is being fetched; null where there is none. */
  soundOf(item: AirItem): SteadySound | null | undefined;
  notice(notice: Notice): SteadySound | null | undefined;
}

/** What somebody hears next, and whether that is all. */
export interface Heard {
  /** Null: nothing is due. */
  bytes: Buffer | null;
  isOver: boolean;
}

/**
 * One who listens to a debate, or all who hear the same. What is on the air comes at the pace at which it
 * is heard, each sentence once, and silence in between; nothing is kept for them but their place.
 */
export class Listener {
  constructor(readonly at: Place) {}

  /** Another who is where this one is. */
  copy(): Listener {
    return new Listener({ ...this.at });
  }

  /** They take nothing now. Returns whether they may go on when they do. */
  miss(): boolean {
    this.at.wasFull = true;
    return !this.at.tuning.isExact;
  }

  /** What is due at `now`, on the air's clock. */
  hear(studio: Studio, now: number): Heard {
    const { at } = this;
    const live = now - at.tuning.behindMs;
    if (at.playing?.turnId !== undefined && !studio.isShown(at.playing.turnId)) at.playing = null;
    if (!at.isTuned) this.#tune(studio, at.cursor);
    else if (at.wasFull && live > at.cursor) this.#tune(studio, live);
    at.wasFull = false;
    const { format } = studio;
    if (!format) {
      at.isMute = true;
      return { bytes: null, isOver: !this.#waitForSound(studio) };
    }
    if (at.isMute && live - at.cursor > LONGEST_MUTE_MS) {
      if (at.tuning.isExact) return { bytes: null, isOver: true };
      this.#tune(studio, live);
    }
    at.isMute = false;
    const pieces: Buffer[] = [];
    // Whatever is said up to now is known.
    const idleUntil = Math.min(now, live + LEAD_MS - IDLE_LEAD_MS) + IDLE_LEAD_MS;
    const isOver = this.#send(studio, format, { until: live + LEAD_MS, idleUntil }, pieces);
    return { bytes: pieces.length > 0 ? Buffer.concat(pieces) : null, isOver };
  }

  /** The first sentence that has a sound tells how silence is kept, too. Returns whether any may come. */
  #waitForSound(studio: Studio): boolean {
    const { items, outlook } = studio.programme;
    const next = items.find(({ order }) => order > this.at.done);
    if (next && studio.soundOf(next) === null) this.at.done = next.order;
    return next !== undefined || outlook !== "end";
  }

  /** Goes on to a place on the air: into the middle of what is said there, perhaps of what plays. */
  #tune({ programme: { items } }: Studio, at: number): void {
    const done = this.at.playing ? this.at.done - 1 : this.at.done;
    this.at.isTuned = true;
    this.at.cursor = at;
    this.at.playing = null;
    this.at.done = Math.max(done, items.findLast(({ endsAt }) => endsAt <= at)?.order ?? 0);
    const next = items.find(({ order }) => order > this.at.done);
    this.at.missedMs = Math.max(0, at - (next?.startsAt ?? at));
  }

  #send(
    studio: Studio,
    format: SteadyFormat,
    { until, idleUntil }: { until: number; idleUntil: number },
    pieces: Buffer[],
  ): boolean {
    if (until - this.at.cursor < PIECE_MS) return false;
    while (this.at.cursor < until - format.frameMs) {
      const { items } = studio.programme;
      const next = items.find(({ order }) => order > this.at.done);
      // What goes on is more than any word about it.
      if (this.at.playing?.isNotice && next && next.startsAt <= this.at.cursor)
        this.at.playing = null;
      if (this.at.playing?.isNotice) {
        if (!this.#sendFrames(format, idleUntil, pieces)) return false;
      } else if (this.at.playing) this.#sendFrames(format, until, pieces);
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
    if (!this.at.playing) return true;
    const { sound, next } = this.at.playing;
    const { bytes, starts } = sound;
    const room = Math.max(0, Math.ceil((until - this.at.cursor) / frameMs));
    const end = Math.max(next, Math.min(starts.length - 1, next + room));
    if (end > next) pieces.push(bytes.subarray(starts[next], starts[end]));
    this.at.cursor += (end - next) * frameMs;
    this.at.playing = end < starts.length - 1 ? { ...this.at.playing, next: end } : null;
    return this.at.playing === null;
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
    if (item.startsAt - this.at.cursor >= format.frameMs / 2) {
      this.#silence(format, nearer, pieces);
      return true;
    }
    if (this.at.cursor - item.startsAt - this.at.missedMs > LATEST_MS) {
      this.#tune(studio, this.at.cursor);
      return true;
    }
    if (sound === undefined) return false;
    this.at.done = item.order;
    const { turnId } = item.turn;
    const first = Math.round(this.at.missedMs / format.frameMs);
    if (sound) this.at.playing = { sound, turnId, next: first };
    this.at.missedMs = 0;
    return true;
  }

  /** Nothing more is known. Returns whether it is over. */
  #rest(studio: Studio, format: SteadyFormat, idleUntil: number, pieces: Buffer[]): boolean {
    const { items, outlook } = studio.programme;
    const lastWord = items.at(-1)?.endsAt ?? 0;
    const since = Math.max(lastWord, this.at.tuning.from);
    if (outlook === "end" || this.at.isInvited) return true;
    if (outlook === "gate") {
      const invitation = studio.notice("invitation");
      if (invitation === undefined && this.at.cursor - since < NOTICE_MS)
        this.#silence(format, idleUntil, pieces);
      else this.at.isInvited = true;
      if (invitation) this.at.playing = { sound: invitation, next: 0, isNotice: true };
      return this.at.isInvited && !invitation;
    }
    if (outlook === "pause" && this.at.cursor - since > LONGEST_PAUSE_MS) return true;
    // Before the first word nothing pauses.
    const isPausing = items.length > 0 && this.at.cursor - lastWord >= PAUSE_AFTER_MS;
    if (outlook === "pause" && isPausing) {
      const pause = this.at.pauseTold === this.at.done ? null : studio.notice("pause");
      if (pause) {
        this.at.playing = { sound: pause, next: 0, isNotice: true };
        this.at.pauseTold = this.at.done;
      }
    }
    this.#silence(format, idleUntil, pieces);
    return false;
  }

  #silence({ frameMs, silentFrame }: SteadyFormat, until: number, pieces: Buffer[]): void {
    const frames = Math.max(0, Math.round((until - this.at.cursor) / frameMs));
    for (let n = 0; n < frames; n++) pieces.push(silentFrame);
    this.at.cursor += frames * frameMs;
  }
}
