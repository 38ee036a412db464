import { FURTHEST_BACK_MS } from "#shared/domain/air-times.ts";
import { browserStorage } from "#web/lib/browser-storage.ts";

const place = browserStorage("sessionStorage", "radio");

/** Where somebody stopped listening to which debate, in this tab; and what the air's clock is ahead of its own. */
export const noteLeft = (debateId: number, moment: number, offset: number): void =>
  place.keep(JSON.stringify([debateId, moment, offset]));

export const forgetLeft = place.drop;

/** The moment on the air at which this debate was left; null where it was not, or long ago. */
export const leftAt = (debateId: number): number | null => {
  const [id, moment, offset = 0] = place.readList().map(Number);
  const isThere = id === debateId && moment && canGoOn(moment, Date.now() + offset);
  return isThere ? moment : null;
};

/** Whether what was on the air at a moment can still be heard. */
export const canGoOn = (moment: number, now: number): boolean => now - moment < FURTHEST_BACK_MS;
