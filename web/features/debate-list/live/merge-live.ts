import type { LiveDebate } from "#shared/contract/debate.ts";

/** `overSince` is the time in milliseconds at which the debate left the server's list. */
export type ShownLive = LiveDebate & { overSince?: number };

/** How long ended debates stay visible if none is running. */
const STAYS_MS = 60_000;

const endedLongAgo = ({ overSince = Infinity }: ShownLive, now: number): boolean =>
  now - overSince >= STAYS_MS;

/**
 * Merges the server's list into the shown one. Running debates keep their position and new ones
 * replace ended ones, so that cards do not move. The list empties 60 s after the last debate
 * ended.
 */
export const mergeLive = (
  shown: readonly ShownLive[],
  told: readonly LiveDebate[],
  now = Date.now(),
): ShownLive[] => {
  if (shown.length === 0) return [...told];
  const coming = told.filter(({ id }) => !shown.some((each) => each.id === id));
  const merged = shown.map((each): ShownLive => {
    const live = told.find(({ id }) => id === each.id) ?? coming.shift();
    return live ?? { overSince: now, ...each, isSpeaking: false };
  });
  return merged.every((each) => endedLongAgo(each, now)) ? [] : merged;
};
