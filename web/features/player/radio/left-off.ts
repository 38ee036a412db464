import { browserStorage } from "#web/lib/browser-storage.ts";

const place = browserStorage("sessionStorage", "radio");
/** The server keeps what was on the air for so long. */
const KEPT_MS = 900_000;

/** Where somebody stopped listening to which debate, in this tab. */
export const noteLeft = (debateId: number, moment: number): void =>
  place.keep(JSON.stringify([debateId, moment]));

export const forgetLeft = place.drop;

/** The moment on the air at which this debate was left; null where it was not, or long ago. */
export const leftAt = (debateId: number): number | null => {
  const [id, moment] = place.readList().map(Number);
  return id === debateId && moment && Date.now() - moment < KEPT_MS ? moment : null;
};
