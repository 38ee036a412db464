import { FURTHEST_BACK_MS } from "#shared/domain/air-times.ts";
import { browserStorage } from "#web/lib/browser-storage.ts";

const place = browserStorage("sessionStorage", "radio");

/** Where somebody stopped listening to which debate, in this tab. */
export const noteLeft = (debateId: number, moment: number): void =>
  place.keep(JSON.stringify([debateId, moment]));

export const forgetLeft = place.drop;

/** The moment on the air at which this debate was left; null where it was not, or long ago. */
export const leftAt = (debateId: number): number | null => {
  const [id, moment] = place.readList().map(Number);
  return id === debateId && moment && Date.now() - moment < FURTHEST_BACK_MS ? moment : null;
};
