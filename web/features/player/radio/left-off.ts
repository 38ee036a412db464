import { FURTHEST_BACK_MS } from "#shared/domain/air-times.ts";
import { browserStorage } from "#web/lib/browser-storage.ts";

const place = browserStorage("sessionStorage", "radio");

/**
 * Saves where live listening stopped in this tab. `offset` is the server's clock minus this
 * machine's, in milliseconds.
 */
export const noteLeft = (debateId: number, moment: number, offset: number): void =>
  place.keep(JSON.stringify([debateId, moment, offset]));

export const forgetLeft = place.drop;

/** The saved stream time of this debate; null if there is none or it has left the buffer. */
export const leftAt = (debateId: number): number | null => {
  const [id, moment, offset = 0] = place.readList().map(Number);
  const isThere = id === debateId && moment && canGoOn(moment, Date.now() + offset);
  return isThere ? moment : null;
};

/** Whether the server still has the audio of this stream time. */
export const canGoOn = (moment: number, now: number): boolean => now - moment < FURTHEST_BACK_MS;
