import type { TurnStatus } from "../turn.ts";

interface ReactableTurn {
  status: TurnStatus;
  isHidden: boolean;
  /** Number of sentences of the text so far. */
  sentences: number;
}

export type ReactionRefusal = "hidden" | "not_spoken" | "no_such_sentence";

/** Returns why a sentence cannot get a reaction; null if it can. `sentence` is its index. */
export const getReactionRefusal = (
  { status, isHidden, sentences }: ReactableTurn,
  sentence: number,
): ReactionRefusal | null => {
  if (isHidden) return "hidden";
  if (status === "failed") return "not_spoken";
  if (sentence < sentences) return null;
  return status === "complete" ? "no_such_sentence" : "not_spoken";
};
