import { createStorageEntry } from "#web/lib/browser/browser-storage.ts";

/** Verdicts whose animation was shown. Without browser storage it is shown again on each visit. */
const seenVerdictsEntry = createStorageEntry("localStorage", "verdicts");
const MAX_ENTRIES = 200;

const readSeenVerdicts = (): string[] =>
  seenVerdictsEntry.readList().filter((each) => typeof each === "string");

const buildEntryName = (viewerId: number, debateId: number): string => `${viewerId}:${debateId}`;

/** Whether this browser has shown the viewer the animation of a debate's verdict. */
export const hasSeenVerdict = (viewerId: number, debateId: number): boolean =>
  readSeenVerdicts().includes(buildEntryName(viewerId, debateId));

export const markVerdictSeen = (viewerId: number, debateId: number): void => {
  const name = buildEntryName(viewerId, debateId);
  const names = [name, ...readSeenVerdicts().filter((seen) => seen !== name)].slice(0, MAX_ENTRIES);
  seenVerdictsEntry.keep(JSON.stringify(names));
};
