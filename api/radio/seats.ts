import type { SteadyFormat } from "#infra/audio/steady-sound.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import { Listener, type Studio } from "./listener.ts";
import { between, placeOf, type Tuning } from "./place.ts";

/** Where a listener's sound goes. */
export interface Outlet {
  /** What was sent is not taken, and more would have to be kept. */
  readonly isFull: boolean;
  write(bytes: Buffer): void;
  end(): void;
}

export interface Seat {
  viewer: Viewer;
  /** They watch it as a show. */
  isShow: boolean;
  outlet: Outlet;
  /** Of all in the same row. */
  listener: Listener;
  /** Since when nothing was taken that was sent, on the air's clock; null: it was. */
  fullSince: number | null;
}

/** Whoever was just sent something has taken none of it yet: that is nothing amiss. */
const PATIENCE_MS = 200;

/** What a viewer hears from: the same for all members, and for all visitors. */
type StudioOf = (viewer: Viewer) => Studio;

type Row = [Seat, ...Seat[]];

const rowsOf = (seats: Iterable<Seat>): Row[] => {
  const rows = new Map<Listener, Row>();
  for (const seat of seats) {
    const row = rows.get(seat.listener);
    if (row) row.push(seat);
    else rows.set(seat.listener, [seat]);
  }
  return [...rows.values()];
};

/** Whether a row hears on with somebody who is further; it has been sent what was between, then. */
const joins = (row: Row, head: Seat, { frameMs }: SteadyFormat): boolean => {
  const [{ viewer, listener }] = row;
  if ((viewer === null) !== (head.viewer === null)) return false;
  const missing = between(listener.at, head.listener.at, frameMs);
  if (!missing) return false;
  for (const seat of row) {
    if (missing.length > 0) seat.outlet.write(missing);
    seat.listener = head.listener;
  }
  return true;
};

/**
 * All who listen to a debate at this process. Who hears the same sentence sits in one row, for which it is
 * heard once: each is sent the same bytes, and another listener costs no more than that.
 */
export class Seats {
  readonly #taken = new Set<Seat>();

  get size(): number {
    return this.#taken.size;
  }

  /** How many watch it as a show. */
  get shows(): number {
    return [...this.#taken].filter(({ isShow }) => isShow).length;
  }

  /** Lets somebody listen, in a row of their own until the first sentence that others hear, too. */
  take(viewer: Viewer, outlet: Outlet, tuning: Tuning, isShow: boolean): Seat {
    const listener = new Listener(placeOf(tuning));
    const seat = { viewer, isShow, outlet, listener, fullSince: null };
    this.#taken.add(seat);
    return seat;
  }

  leave(seat: Seat): void {
    this.#taken.delete(seat);
  }

  letGo(isToGo: (seat: Seat) => boolean): void {
    for (const seat of this.#taken) if (isToGo(seat)) this.#end(seat);
  }

  /** Sends everybody what is due at `now`, on the air's clock; who has heard all is let go. */
  hear(studioOf: StudioOf, format: SteadyFormat | null, now: number): void {
    const rows = rowsOf([...this.#taken].filter((seat) => this.#takesMore(seat, now)));
    for (const row of rows) {
      const [{ listener, viewer }] = row;
      const { bytes, isOver } = listener.hear(studioOf(viewer), now);
      if (bytes) for (const { outlet } of row) outlet.write(bytes);
      if (isOver) for (const seat of row) this.#end(seat);
    }
    if (format) this.#seatTogether(rows, format);
  }

  /** Who takes nothing leaves their row: what the others hear meanwhile is not kept for them. */
  #takesMore(seat: Seat, now: number): boolean {
    if (!seat.outlet.isFull) {
      seat.fullSince = null;
      return true;
    }
    seat.listener = seat.listener.copy();
    seat.fullSince ??= now;
    if (now - seat.fullSince >= PATIENCE_MS && !seat.listener.miss()) this.#end(seat);
    return false;
  }

  /** Who hears a sentence in which others are further is sent what is between, and sits with them. */
  #seatTogether(rows: readonly Row[], format: SteadyFormat): void {
    const furthestFirst = rows
      .filter(([{ listener }]) => listener.at.playing)
      .toSorted(([a], [b]) => b.listener.at.cursor - a.listener.at.cursor);
    const heads: Seat[] = [];
    for (const row of furthestFirst)
      if (!heads.some((head) => joins(row, head, format))) heads.push(row[0]);
  }

  #end(seat: Seat): void {
    this.#taken.delete(seat);
    seat.outlet.end();
  }
}
