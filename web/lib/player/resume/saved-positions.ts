import { createStorageEntry } from "#web/lib/browser/browser-storage.ts";

export interface ListeningPosition {
  turnNumber: number;
  /** Position in the turn, in seconds. */
  position: number;
}

interface SavedPosition extends ListeningPosition {
  debateId: number;
  /** When the position was saved, as a timestamp in milliseconds. */
  at: number;
}

const savedPositionsEntry = createStorageEntry("localStorage", "listening");
const MAX_AGE_MS = 7 * 86_400_000;
const MAX_POSITIONS = 50;

const NUMERIC_FIELDS = ["debateId", "turnNumber", "position", "at"] as const;

const isSavedPosition = (entry: unknown): entry is SavedPosition =>
  typeof entry === "object" &&
  entry !== null &&
  NUMERIC_FIELDS.every((part) => Number.isFinite(Reflect.get(entry, part)));

const readSavedPositions = (now: number): SavedPosition[] =>
  savedPositionsEntry
    .readList()
    .filter(isSavedPosition)
    .filter(({ at }) => at <= now && now - at < MAX_AGE_MS);

/** The position in a debate that this browser saved in the last 7 days; undefined if none. */
export const findSavedPosition = (
  debateId: number,
  now = Date.now(),
): ListeningPosition | undefined =>
  readSavedPositions(now).find((entry) => entry.debateId === debateId);

/** `null` deletes the saved position. */
export const savePosition = (
  debateId: number,
  position: ListeningPosition | null,
  now = Date.now(),
): void => {
  const otherPositions = readSavedPositions(now).filter((entry) => entry.debateId !== debateId);
  const positions = position
    ? [{ ...position, debateId, at: now }, ...otherPositions]
    : otherPositions;
  savedPositionsEntry.keep(JSON.stringify(positions.slice(0, MAX_POSITIONS)));
};
