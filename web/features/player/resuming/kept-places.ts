import { browserStorage } from "#web/lib/browser-storage.ts";

/** URL hash of the resume offer. Sign-up links carry it, so that the user returns to the offer. */
export const LISTEN = "#listen";

export interface Place {
  turnNumber: number;
  /** In seconds. */
  position: number;
}

interface KeptPlace extends Place {
  debateId: number;
  /** When it was saved, as a timestamp in milliseconds. */
  at: number;
}

const listening = browserStorage("localStorage", "listening");
const DAYS_MS = 7 * 86_400_000;
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

/** The position in a debate saved within the last 7 days on this device; undefined if none. */
export const keptPlace = (debateId: number, now = Date.now()): Place | undefined =>
  keptPlaces(now).find((kept) => kept.debateId === debateId);

/** Saves the position in a debate. `null` removes it. */
export const keepPlace = (debateId: number, place: Place | null, now = Date.now()): void => {
  const others = keptPlaces(now).filter((kept) => kept.debateId !== debateId);
  const places = place ? [{ ...place, debateId, at: now }, ...others] : others;
  listening.keep(JSON.stringify(places.slice(0, MOST)));
};
