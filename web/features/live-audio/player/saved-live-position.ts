import { MAX_REWIND_MS } from "#shared/domain/audio/sentence-schedule.ts";
import { createStorageEntry } from "#web/lib/browser/browser-storage.ts";

const savedPositionEntry = createStorageEntry("sessionStorage", "radio");

/**
 * Saves where live listening stopped in this tab. `offset` is the server's clock minus the
 * browser's, in milliseconds.
 */
export const saveLivePosition = (debateId: number, streamTime: number, offset: number): void =>
  savedPositionEntry.keep(JSON.stringify([debateId, streamTime, offset]));

export const clearLivePosition = savedPositionEntry.drop;

/** The debate's saved stream time; null if there is none or the server has deleted its audio. */
export const findSavedLivePosition = (debateId: number): number | null => {
  const [id, streamTime, offset = 0] = savedPositionEntry.readList().map(Number);
  const isValid = id === debateId && streamTime && isStillInBuffer(streamTime, Date.now() + offset);
  return isValid ? streamTime : null;
};

/** Whether the server still has the audio of this stream time. */
export const isStillInBuffer = (streamTime: number, now: number): boolean =>
  now - streamTime < MAX_REWIND_MS;
