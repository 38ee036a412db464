import type { LiveDebatePreview } from "#shared/contract/debates/debate.ts";

/** `endedAtMs` is the time in milliseconds at which the debate left the server's list. */
export type ShownLiveDebate = LiveDebatePreview & { endedAtMs?: number };

/** How long ended debates stay visible while no debate is running. */
const ENDED_VISIBLE_MS = 60_000;

const hasExpired = ({ endedAtMs = Infinity }: ShownLiveDebate, now: number): boolean =>
  now - endedAtMs >= ENDED_VISIBLE_MS;

/**
 * Merges the server's list into the shown one. Running debates keep their positions, and new ones
 * replace ended ones, so that cards do not move. The list becomes empty 60 s after the last debate
 * ended.
 */
export const mergeLiveDebates = (
  shown: readonly ShownLiveDebate[],
  listed: readonly LiveDebatePreview[],
  now = Date.now(),
): ShownLiveDebate[] => {
  if (shown.length === 0) return [...listed];
  const newDebates = listed.filter(({ id }) => !shown.some((each) => each.id === id));
  const merged = shown.map((each): ShownLiveDebate => {
    const live = listed.find(({ id }) => id === each.id) ?? newDebates.shift();
    return live ?? { endedAtMs: now, ...each, isSpeaking: false };
  });
  return merged.every((each) => hasExpired(each, now)) ? [] : merged;
};
