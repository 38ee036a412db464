import type { LiveDebate } from "#shared/contract/debate.ts";

/** One that is shown; `isOver` once it goes on no more. */
export type ShownLive = LiveDebate & { isOver?: boolean };

/**
 * What is shown once the server has told which go on: each keeps its place, and what has ended gives
 * its place to one that is new, so that nothing moves under whoever looks at it.
 */
export const mergeLive = (
  shown: readonly ShownLive[],
  told: readonly LiveDebate[],
): ShownLive[] => {
  if (shown.length === 0) return [...told];
  const coming = told.filter(({ id }) => !shown.some((each) => each.id === id));
  return shown.map((each) => {
    const now = told.find(({ id }) => id === each.id) ?? coming.shift();
    return now ?? { ...each, isSpeaking: false, isOver: true };
  });
};
