import type { CbrFormat, CbrAudio } from "#infra/audio/cbr-audio.ts";
import { MAX_LISTENED_PAUSE_MS } from "#shared/domain/audio/sentence-schedule.ts";
import type { Announcement } from "#shared/domain/audio/announcements.ts";
import type { LiveScheduleItem, LiveSchedule } from "#infra/audio/live-schedule.ts";
import type { PlaybackCursor, PlayingAudio } from "./playback-cursor.ts";

/** How far ahead of its time audio is sent, to hide network delays. */
export const SEND_AHEAD_MS = 2000;
/** Audio that is shorter than this is not sent yet, so that there are few writes. */
const MIN_CHUNK_MS = 400;
/**
 * How far ahead of its time silence is sent. Less than `SEND_AHEAD_MS`, because the next sentence
 * may be scheduled to start at once.
 */
const SILENCE_AHEAD_MS = 300;
/** Silence after the last sentence before the pause announcement. */
const PAUSE_ANNOUNCEMENT_AFTER_MS = 5000;
/**
 * If no audio could be loaded for longer than this, a listener skips to the current position. After
 * a shorter gap, the audio of the gap is sent at once.
 */
const MAX_MISSING_AUDIO_MS = 3000;
const ANNOUNCEMENT_TIMEOUT_MS = 15_000;
/**
 * How long a stream waits for the disclosure to be loaded or recorded. After that it starts without
 * the disclosure.
 */
const DISCLOSURE_TIMEOUT_MS = 3000;
/** If the next sentence is late by more than this, the stream skips to what is due now. */
const MAX_LATENESS_MS = 8000;

export interface LiveSource {
  schedule: LiveSchedule;
  /**
   * Whether a turn exists and is not hidden. If it is deleted or hidden, its current sentence is
   * cut off.
   */
  isTurnVisible(turnId: number): boolean;
  /** MP3 format of the stream. Null until the first audio is loaded. */
  format: CbrFormat | null;
  /** Returns undefined while the audio is loading, and null if there is none. */
  getAudio(item: LiveScheduleItem): CbrAudio | null | undefined;
  getAnnouncement(announcement: Announcement): CbrAudio | null | undefined;
}

export interface RenderedAudio {
  /** Null if nothing is due. */
  bytes: Buffer | null;
  isOver: boolean;
}

/**
 * Produces the audio of one listener, or of a group of listeners at the same position. Sends each
 * scheduled sentence once, in real time, with silence in between. Holds only the position; the
 * audio comes from the source.
 */
export class StreamRenderer {
  constructor(readonly playback: PlaybackCursor) {}

  copy(): StreamRenderer {
    return new StreamRenderer({ ...this.playback });
  }

  /**
   * Records that the connection is full, so that the next audio skips to the current position.
   * Returns false if this listener's stream must end instead.
   */
  markBlocked(): boolean {
    this.playback.wasFull = true;
    return !this.playback.options.isExact;
  }

  /** Returns the audio that is due at `now`, a time of the database clock. */
  render(source: LiveSource, now: number): RenderedAudio {
    const { playback } = this;
    const live = now - playback.options.behindMs;
    if (playback.playing?.turnId !== undefined && !source.isTurnVisible(playback.playing.turnId))
      playback.playing = null;
    if (!playback.hasStarted) this.#seek(source, playback.cursor);
    else if (playback.wasFull && live > playback.cursor) this.#seek(source, live);
    playback.wasFull = false;
    const { format } = source;
    if (!format) {
      playback.isFormatUnknown = true;
      return { bytes: null, isOver: !this.#hasAudioToCome(source) };
    }
    if (playback.isFormatUnknown && live - playback.cursor > MAX_MISSING_AUDIO_MS) {
      if (playback.options.isExact) return { bytes: null, isOver: true };
      this.#seek(source, live);
    }
    playback.isFormatUnknown = false;
    if (playback.isDisclosureDue && !this.#startDisclosure(source, live))
      return { bytes: null, isOver: false };
    const chunks: Buffer[] = [];
    // New sentences are never scheduled to start before `now`, so silence until then delays none of
    // them.
    const idleUntil = Math.min(now, live + SEND_AHEAD_MS - SILENCE_AHEAD_MS) + SILENCE_AHEAD_MS;
    const isOver = this.#renderUntil(
      source,
      format,
      { until: live + SEND_AHEAD_MS, idleUntil },
      chunks,
    );
    return { bytes: chunks.length > 0 ? Buffer.concat(chunks) : null, isOver };
  }

  /** Returns false while the stream still waits for the audio of the disclosure. */
  #startDisclosure(source: LiveSource, live: number): boolean {
    const { playback } = this;
    const audio = source.getAnnouncement("disclosure");
    if (audio === undefined && live - playback.options.from < DISCLOSURE_TIMEOUT_MS) return false;
    playback.isDisclosureDue = false;
    this.#seek(source, live);
    if (audio) playback.playing = { audio, next: 0, isAnnouncement: true, isDisclosure: true };
    return true;
  }

  /**
   * Returns whether any audio may follow. Also loads the next sentence, because silence needs the
   * MP3 format of a sentence.
   */
  #hasAudioToCome(source: LiveSource): boolean {
    const { items, outlook } = source.schedule;
    const next = items.find(({ order }) => order > this.playback.lastSentOrder);
    if (next && source.getAudio(next) === null) this.playback.lastSentOrder = next.order;
    return next !== undefined || outlook !== "end";
  }

  /** Jumps to a time of the schedule, possibly into the middle of a sentence. */
  #seek({ schedule: { items } }: LiveSource, at: number): void {
    const lastCompleteOrder = this.playback.playing
      ? this.playback.lastSentOrder - 1
      : this.playback.lastSentOrder;
    this.playback.hasStarted = true;
    this.playback.cursor = at;
    this.playback.playing = null;
    this.playback.lastSentOrder = Math.max(
      lastCompleteOrder,
      items.findLast(({ endsAt }) => endsAt <= at)?.order ?? 0,
    );
    const next = items.find(({ order }) => order > this.playback.lastSentOrder);
    this.playback.missedMs = Math.max(0, at - (next?.startsAt ?? at));
  }

  #renderUntil(
    source: LiveSource,
    format: CbrFormat,
    { until, idleUntil }: { until: number; idleUntil: number },
    chunks: Buffer[],
  ): boolean {
    if (until - this.playback.cursor < MIN_CHUNK_MS) return false;
    while (this.playback.cursor < until - format.frameMs) {
      const { items } = source.schedule;
      const next = items.find(({ order }) => order > this.playback.lastSentOrder);
      const { playing: current } = this.playback;
      // A sentence interrupts every announcement except the disclosure.
      if (current?.isAnnouncement && !current.isDisclosure)
        if (next && next.startsAt <= this.playback.cursor) this.playback.playing = null;
      const { playing } = this.playback;
      if (playing?.isAnnouncement) {
        if (!this.#appendFrames(playing, format, idleUntil, chunks)) return false;
        if (playing.isDisclosure) this.#seek(source, this.playback.cursor);
      } else if (playing) this.#appendFrames(playing, format, until, chunks);
      else {
        if (!next) return this.#renderScheduleEnd(source, format, idleUntil, chunks);
        if (!this.#startSentence(source, next, format, Math.min(until, next.startsAt), chunks)) {
          this.#appendSilence(format, until - SEND_AHEAD_MS + SILENCE_AHEAD_MS, chunks);
          return false;
        }
      }
    }
    return false;
  }

  /** Returns whether the current audio was sent completely. */
  #appendFrames(
    playing: PlayingAudio,
    { frameMs }: CbrFormat,
    until: number,
    chunks: Buffer[],
  ): boolean {
    const { audio, next } = playing;
    const { bytes, starts } = audio;
    const maxFrames = Math.max(0, Math.ceil((until - this.playback.cursor) / frameMs));
    const end = Math.max(next, Math.min(starts.length - 1, next + maxFrames));
    if (end > next) chunks.push(bytes.subarray(starts[next], starts[end]));
    this.playback.cursor += (end - next) * frameMs;
    this.playback.playing = end < starts.length - 1 ? { ...playing, next: end } : null;
    return this.playback.playing === null;
  }

  /**
   * Starts a sentence, or sends silence until its start. Returns false if its audio is not loaded
   * yet.
   */
  #startSentence(
    source: LiveSource,
    item: LiveScheduleItem,
    format: CbrFormat,
    silenceUntil: number,
    chunks: Buffer[],
  ): boolean {
    const audio = source.getAudio(item);
    if (item.startsAt - this.playback.cursor >= format.frameMs / 2) {
      this.#appendSilence(format, silenceUntil, chunks);
      return true;
    }
    if (this.playback.cursor - item.startsAt - this.playback.missedMs > MAX_LATENESS_MS) {
      this.#seek(source, this.playback.cursor);
      return true;
    }
    if (audio === undefined) return false;
    this.playback.lastSentOrder = item.order;
    const { turnId } = item.turn;
    const first = Math.round(this.playback.missedMs / format.frameMs);
    if (audio) this.playback.playing = { audio, turnId, next: first };
    this.playback.missedMs = 0;
    return true;
  }

  /**
   * Handles the end of the known schedule: sends an announcement or silence, or ends the stream.
   * Returns whether the stream ends.
   */
  #renderScheduleEnd(
    source: LiveSource,
    format: CbrFormat,
    idleUntil: number,
    chunks: Buffer[],
  ): boolean {
    const { items, outlook } = source.schedule;
    const lastEndsAt = items.at(-1)?.endsAt ?? 0;
    const waitingSince = Math.max(lastEndsAt, this.playback.options.from);
    if (outlook === "end" || this.playback.isInvited) return true;
    if (outlook === "gate") {
      const invitation = source.getAnnouncement("invitation");
      if (invitation === undefined && this.playback.cursor - waitingSince < ANNOUNCEMENT_TIMEOUT_MS)
        this.#appendSilence(format, idleUntil, chunks);
      else this.playback.isInvited = true;
      if (invitation) this.playback.playing = { audio: invitation, next: 0, isAnnouncement: true };
      return this.playback.isInvited && !invitation;
    }
    if (outlook === "pause" && this.playback.cursor - waitingSince > MAX_LISTENED_PAUSE_MS)
      return true;
    // The pause announcement is only for debates that have begun.
    const isPausing =
      items.length > 0 && this.playback.cursor - lastEndsAt >= PAUSE_ANNOUNCEMENT_AFTER_MS;
    if (outlook === "pause" && isPausing) {
      const pause =
        this.playback.pauseAnnouncedAfterOrder === this.playback.lastSentOrder
          ? null
          : source.getAnnouncement("pause");
      if (pause) {
        this.playback.playing = { audio: pause, next: 0, isAnnouncement: true };
        this.playback.pauseAnnouncedAfterOrder = this.playback.lastSentOrder;
      }
    }
    this.#appendSilence(format, idleUntil, chunks);
    return false;
  }

  #appendSilence({ frameMs, silentFrame }: CbrFormat, until: number, chunks: Buffer[]): void {
    const frames = Math.max(0, Math.round((until - this.playback.cursor) / frameMs));
    for (let n = 0; n < frames; n++) chunks.push(silentFrame);
    this.playback.cursor += frames * frameMs;
  }
}
