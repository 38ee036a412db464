import type { CbrFormat, CbrAudio } from "#infra/audio/cbr-audio.ts";
import { MAX_LISTENED_PAUSE_MS } from "#shared/domain/audio/sentence-schedule.ts";
import type { Announcement } from "#shared/domain/audio/announcements.ts";
import type { LiveScheduleItem, LiveSchedule } from "#infra/audio/live-schedule.ts";
import type { PlaybackCursor } from "./playback-cursor.ts";

/** Audio is sent this much ahead, to hide network delays. */
export const SEND_AHEAD_MS = 2000;
/** Approximate length of one write. */
const MIN_CHUNK_MS = 400;
/** Silence is sent less far ahead, because the next sentence can start at once. */
const SILENCE_AHEAD_MS = 300;
/** Silence after the last sentence before the pause announcement. */
const PAUSE_ANNOUNCEMENT_AFTER_MS = 5000;
/** A listener without audio for longer than this skips ahead. Shorter gaps are sent later. */
const MAX_MISSING_AUDIO_MS = 3000;
const ANNOUNCEMENT_TIMEOUT_MS = 15_000;
/** A listener delayed by more than this skips to the current position. */
const MAX_LATENESS_MS = 8000;

export interface LiveSource {
  programme: LiveSchedule;
  /** Whether a turn exists and is not hidden. Sentences of other turns are cut off. */
  isShown(turnId: number): boolean;
  /** Null until the first audio is loaded. */
  format: CbrFormat | null;
  /** Undefined while loading. Null if there is none. */
  soundOf(item: LiveScheduleItem): CbrAudio | null | undefined;
  notice(notice: Announcement): CbrAudio | null | undefined;
}

export interface RenderedAudio {
  /** Null if nothing is due. */
  bytes: Buffer | null;
  isOver: boolean;
}

/**
 * Produces the audio of one listener, or of a group at the same position. Sends each scheduled
 * sentence once, in real time, with silence in between. Only keeps the position, no audio.
 */
export class StreamRenderer {
  constructor(readonly at: PlaybackCursor) {}

  copy(): StreamRenderer {
    return new StreamRenderer({ ...this.at });
  }

  /** Call it while the connection is full. Returns whether the listener may continue later. */
  miss(): boolean {
    this.at.wasFull = true;
    return !this.at.tuning.isExact;
  }

  /** Returns the audio that is due at `now`, a time of the database clock. */
  hear(studio: LiveSource, now: number): RenderedAudio {
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
    if (at.isMute && live - at.cursor > MAX_MISSING_AUDIO_MS) {
      if (at.tuning.isExact) return { bytes: null, isOver: true };
      this.#tune(studio, live);
    }
    at.isMute = false;
    const pieces: Buffer[] = [];
    // The schedule up to `now` is complete, so silence until then cannot delay a sentence.
    const idleUntil = Math.min(now, live + SEND_AHEAD_MS - SILENCE_AHEAD_MS) + SILENCE_AHEAD_MS;
    const isOver = this.#send(studio, format, { until: live + SEND_AHEAD_MS, idleUntil }, pieces);
    return { bytes: pieces.length > 0 ? Buffer.concat(pieces) : null, isOver };
  }

  /**
   * Loads the next sentence, because silence needs its audio format. Returns whether any audio may
   * follow.
   */
  #waitForSound(studio: LiveSource): boolean {
    const { items, outlook } = studio.programme;
    const next = items.find(({ order }) => order > this.at.done);
    if (next && studio.soundOf(next) === null) this.at.done = next.order;
    return next !== undefined || outlook !== "end";
  }

  /** Jumps to a time of the schedule, possibly into the middle of a sentence. */
  #tune({ programme: { items } }: LiveSource, at: number): void {
    const done = this.at.playing ? this.at.done - 1 : this.at.done;
    this.at.isTuned = true;
    this.at.cursor = at;
    this.at.playing = null;
    this.at.done = Math.max(done, items.findLast(({ endsAt }) => endsAt <= at)?.order ?? 0);
    const next = items.find(({ order }) => order > this.at.done);
    this.at.missedMs = Math.max(0, at - (next?.startsAt ?? at));
  }

  #send(
    studio: LiveSource,
    format: CbrFormat,
    { until, idleUntil }: { until: number; idleUntil: number },
    pieces: Buffer[],
  ): boolean {
    if (until - this.at.cursor < MIN_CHUNK_MS) return false;
    while (this.at.cursor < until - format.frameMs) {
      const { items } = studio.programme;
      const next = items.find(({ order }) => order > this.at.done);
      // A sentence interrupts an announcement.
      if (this.at.playing?.isNotice && next && next.startsAt <= this.at.cursor)
        this.at.playing = null;
      if (this.at.playing?.isNotice) {
        if (!this.#sendFrames(format, idleUntil, pieces)) return false;
      } else if (this.at.playing) this.#sendFrames(format, until, pieces);
      else {
        if (!next) return this.#rest(studio, format, idleUntil, pieces);
        if (!this.#begin(studio, next, format, Math.min(until, next.startsAt), pieces)) {
          this.#silence(format, until - SEND_AHEAD_MS + SILENCE_AHEAD_MS, pieces);
          return false;
        }
      }
    }
    return false;
  }

  /** Returns whether the current audio was sent completely. */
  #sendFrames({ frameMs }: CbrFormat, until: number, pieces: Buffer[]): boolean {
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

  /**
   * Starts a sentence, or sends silence until its start. Returns false if its audio is not loaded
   * yet.
   */
  #begin(
    studio: LiveSource,
    item: LiveScheduleItem,
    format: CbrFormat,
    nearer: number,
    pieces: Buffer[],
  ): boolean {
    const sound = studio.soundOf(item);
    if (item.startsAt - this.at.cursor >= format.frameMs / 2) {
      this.#silence(format, nearer, pieces);
      return true;
    }
    if (this.at.cursor - item.startsAt - this.at.missedMs > MAX_LATENESS_MS) {
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

  /**
   * Handles the end of the known schedule: announcements, silence or the end. Returns whether the
   * stream ends.
   */
  #rest(studio: LiveSource, format: CbrFormat, idleUntil: number, pieces: Buffer[]): boolean {
    const { items, outlook } = studio.programme;
    const lastWord = items.at(-1)?.endsAt ?? 0;
    const since = Math.max(lastWord, this.at.tuning.from);
    if (outlook === "end" || this.at.isInvited) return true;
    if (outlook === "gate") {
      const invitation = studio.notice("invitation");
      if (invitation === undefined && this.at.cursor - since < ANNOUNCEMENT_TIMEOUT_MS)
        this.#silence(format, idleUntil, pieces);
      else this.at.isInvited = true;
      if (invitation) this.at.playing = { sound: invitation, next: 0, isNotice: true };
      return this.at.isInvited && !invitation;
    }
    if (outlook === "pause" && this.at.cursor - since > MAX_LISTENED_PAUSE_MS) return true;
    // The pause announcement is only for debates that have begun.
    const isPausing = items.length > 0 && this.at.cursor - lastWord >= PAUSE_ANNOUNCEMENT_AFTER_MS;
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

  #silence({ frameMs, silentFrame }: CbrFormat, until: number, pieces: Buffer[]): void {
    const frames = Math.max(0, Math.round((until - this.at.cursor) / frameMs));
    for (let n = 0; n < frames; n++) pieces.push(silentFrame);
    this.at.cursor += frames * frameMs;
  }
}
