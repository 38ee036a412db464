import type { Speaker } from "../speaker.ts";
import type { DebateStatus } from "./debate.ts";
import { getWinner, type Scores } from "./judging/score.ts";
import { getProviderOfRole } from "./side.ts";

interface RematchSubject {
  status: DebateStatus;
  botAProvider: Speaker;
  botBProvider: Speaker;
  /** Whether the debate is blind. */
  mystery: boolean;
  /** The debate of which this one is the rematch, or null. */
  rematchOf: number | null;
  /** The rematch of this debate, or null. */
  rematchId: number | null;
}

export const NO_BLIND_REMATCH = "A blind debate has no rematch, because its chatbots were drawn.";

/** Returns why the debate cannot have a rematch, as a sentence; null if it can. */
export const findRematchObstacle = (debate: RematchSubject): string | null => {
  if (debate.status !== "completed") return "Only a completed debate can have a rematch.";
  if (debate.rematchId !== null) return "This debate already has a rematch.";
  if (debate.rematchOf !== null) return "This debate is a rematch itself.";
  if (debate.mystery) return NO_BLIND_REMATCH;
  if (debate.botAProvider === debate.botBProvider)
    return "Both sides have the same chatbot, so there is nothing to swap.";
  return null;
};

type PairedDebate = Pick<RematchSubject, "botAProvider" | "botBProvider"> & {
  scores: Scores | null;
};

/**
 * Who won both a debate and its rematch, in which the providers swap sides: the same provider or
 * the same side. `neither` includes draws.
 */
export type PairOutcome = "provider" | "side" | "neither";

/** Compares the winners of a debate and its rematch; null until both have scores. */
export const comparePair = (first: PairedDebate, second: PairedDebate): PairOutcome | null => {
  const winners = [first, second].map(({ scores }) => scores && getWinner(scores));
  const [winner, other] = winners;
  if (!winner || !other) return null;
  if (winner === "draw" || other === "draw") return "neither";
  if (winner === other) return "side";
  return getProviderOfRole(winner, first) === getProviderOfRole(other, second)
    ? "provider"
    : "neither";
};
