import type { CbrFormat } from "#infra/audio/cbr-audio.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { StreamRenderer, type LiveSource } from "./stream-renderer.ts";
import { findMissingBytes, createPlaybackCursor, type StreamOptions } from "./playback-cursor.ts";

export interface Sink {
  /** Further writes would be buffered in memory. */
  readonly isFull: boolean;
  write(bytes: Buffer): void;
  end(): void;
}

export interface LiveListener {
  viewer: Viewer;
  outlet: Sink;
  /** Shared by all listeners of a group. */
  listener: StreamRenderer;
  /** Time of the database clock since when the connection is full. Null if it is not. */
  fullSince: number | null;
}

/** Grace period in milliseconds. A connection is often full for a moment after a write. */
const BLOCKED_GRACE_MS = 200;

/** Returns the source for a viewer. All members share one, and so do all visitors. */
type GetLiveSource = (viewer: Viewer) => LiveSource;

type ListenerGroup = [LiveListener, ...LiveListener[]];

const groupByRenderer = (seats: Iterable<LiveListener>): ListenerGroup[] => {
  const rows = new Map<StreamRenderer, ListenerGroup>();
  for (const seat of seats) {
    const row = rows.get(seat.listener);
    if (row) row.push(seat);
    else rows.set(seat.listener, [seat]);
  }
  return [...rows.values()];
};

/**
 * Tries to merge a group into that of `head`, which is further in the same sentence. Sends the
 * missing bytes first.
 */
const joinGroup = (row: ListenerGroup, head: LiveListener, { frameMs }: CbrFormat): boolean => {
  const [{ viewer, listener }] = row;
  if ((viewer === null) !== (head.viewer === null)) return false;
  const missing = findMissingBytes(listener.at, head.listener.at, frameMs);
  if (!missing) return false;
  for (const seat of row) {
    if (missing.length > 0) seat.outlet.write(missing);
    seat.listener = head.listener;
  }
  return true;
};

/**
 * All live listeners of one debate in this process. Listeners at the same position share one group,
 * whose audio is produced once.
 */
export class ListenerGroups {
  readonly #taken = new Set<LiveListener>();

  get size(): number {
    return this.#taken.size;
  }

  /** Adds a listener, at first in a group of its own. */
  take(viewer: Viewer, outlet: Sink, tuning: StreamOptions): LiveListener {
    const listener = new StreamRenderer(createPlaybackCursor(tuning));
    const seat = { viewer, outlet, listener, fullSince: null };
    this.#taken.add(seat);
    return seat;
  }

  leave(seat: LiveListener): void {
    this.#taken.delete(seat);
  }

  letGo(isToGo: (seat: LiveListener) => boolean): void {
    for (const seat of this.#taken) if (isToGo(seat)) this.#end(seat);
  }

  /** Sends the audio due at `now`, a time of the database clock. Ends streams that are complete. */
  hear(studioOf: GetLiveSource, format: CbrFormat | null, now: number): void {
    const rows = groupByRenderer([...this.#taken].filter((seat) => this.#takesMore(seat, now)));
    for (const row of rows) {
      const [{ listener, viewer }] = row;
      const { bytes, isOver } = listener.hear(studioOf(viewer), now);
      if (bytes) for (const { outlet } of row) outlet.write(bytes);
      if (isOver) for (const seat of row) this.#end(seat);
    }
    if (format) this.#seatTogether(rows, format);
  }

  /**
   * Returns whether the connection accepts data. A full one leaves its group, so that no audio is
   * buffered for it.
   */
  #takesMore(seat: LiveListener, now: number): boolean {
    if (!seat.outlet.isFull) {
      seat.fullSince = null;
      return true;
    }
    seat.listener = seat.listener.copy();
    seat.fullSince ??= now;
    if (now - seat.fullSince >= BLOCKED_GRACE_MS && !seat.listener.miss()) this.#end(seat);
    return false;
  }

  #seatTogether(rows: readonly ListenerGroup[], format: CbrFormat): void {
    const furthestFirst = rows
      .filter(([{ listener }]) => listener.at.playing)
      .toSorted(([a], [b]) => b.listener.at.cursor - a.listener.at.cursor);
    const heads: LiveListener[] = [];
    for (const row of furthestFirst)
      if (!heads.some((head) => joinGroup(row, head, format))) heads.push(row[0]);
  }

  #end(seat: LiveListener): void {
    this.#taken.delete(seat);
    seat.outlet.end();
  }
}
