import { browserStorage } from "#web/lib/browser-storage.ts";

/** The place of the offer to go on, in an address: who signs in to hear more comes back to it. */
export const LISTEN = "#listen";

/** Where somebody left off listening to a debate. */
export interface Place {
  turnNumber: number;
  /** Seconds. */
  position: number;
}

interface KeptPlace extends Place {
  debateId: number;
  /** When, in milliseconds. */
  at: number;
}

const listening = browserStorage("localStorage", "listening");
const DAYS_MS = 7 * 86_400_000;
/** As many as anybody comes back to. */
const MOST = 50;

const PARTS = ["debateId", "turnNumber", "position", "at"] as const;

const isPlace = (kept: unknown): kept is KeptPlace =>
  typeof kept === "object" &&
  kept !== null &&
  PARTS.every((part) => Number.isFinite(Reflect.get(kept, part)));

const keptPlaces = (now: number): KeptPlace[] =>
  listening
    .readList()
    .filter(isPlace)
    .filter(({ at }) => at <= now && now - at < DAYS_MS);

/** Where one left off in a debate within the last 7 days, on this device; undefined for nowhere. */
export const keptPlace = (debateId: number, now = Date.now()): Place | undefined =>
  keptPlaces(now).find((kept) => kept.debateId === debateId);

/** Keeps where one is in a debate; nothing is kept of one that was heard to its end. */
export const keepPlace = (debateId: number, place: Place | null, now = Date.now()): void => {
  const others = keptPlaces(now).filter((kept) => kept.debateId !== debateId);
  const places = place ? [{ ...place, debateId, at: now }, ...others] : others;
  listening.keep(JSON.stringify(places.slice(0, MOST)));
};
