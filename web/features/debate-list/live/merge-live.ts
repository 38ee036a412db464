import type { LiveDebate } from "#shared/contract/debate.ts";

/** One that is shown; `overSince` an instant in milliseconds, once it goes on no more. */
export type ShownLive = LiveDebate & { overSince?: number };

/** How long what has ended can still be read, and pressed, where nothing goes on any more. */
const STAYS_MS = 60_000;

const endedLongAgo = ({ overSince = Infinity }: ShownLive, now: number): boolean =>
  now - overSince >= STAYS_MS;

/**
 * What is shown once the server has told which go on: each keeps its place, and what has ended gives
 * its place to one that is new, so that nothing moves under whoever looks at it. Where all has ended
 * it goes, a while after the last.
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
