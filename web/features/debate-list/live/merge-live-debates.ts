import type { LiveDebatePreview } from "#shared/contract/debates/debate.ts";

/** `overSince` is the time in milliseconds at which the debate left the server's list. */
export type ShownLiveDebate = LiveDebatePreview & { overSince?: number };

/** How long ended debates stay visible if none is running. */
const ENDED_VISIBLE_MS = 60_000;

const hasExpired = ({ overSince = Infinity }: ShownLiveDebate, now: number): boolean =>
  now - overSince >= ENDED_VISIBLE_MS;

/**
 * Merges the server's list into the shown one. Running debates keep their position and new ones
 * replace ended ones, so that cards do not move. The list empties 60 s after the last debate
 * ended.
 */
export const mergeLiveDebates = (
  shown: readonly ShownLiveDebate[],
  told: readonly LiveDebatePreview[],
  now = Date.now(),
): ShownLiveDebate[] => {
  if (shown.length === 0) return [...told];
  const coming = told.filter(({ id }) => !shown.some((each) => each.id === id));
  const merged = shown.map((each): ShownLiveDebate => {
    const live = told.find(({ id }) => id === each.id) ?? coming.shift();
    return live ?? { overSince: now, ...each, isSpeaking: false };
  });
  return merged.every((each) => hasExpired(each, now)) ? [] : merged;
};
