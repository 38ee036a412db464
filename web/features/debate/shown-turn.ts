import type { Turn } from "#shared/contract/debates/turn.ts";

/** The turn in progress once it has words, or else the last one with words. */
export const findShownTurn = (turns: readonly Turn[]): Turn | undefined =>
  turns.findLast(({ content, isHidden }) => content !== "" && !isHidden);
