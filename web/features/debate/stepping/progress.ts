import type { Debate } from "#shared/contract/debate.ts";
import type { Turn } from "#shared/contract/turn.ts";

/** The turn that is being prepared or spoken. */
export const turnInProgress = (turns: readonly Turn[]): Turn | undefined =>
  turns.find(({ status }) => status === "pending" || status === "streaming");

/**
 * The number of the turn that a debate is at: of two ways to hear of a turn's end, the first counts,
 * so it never goes back.
 */
export const turnReached = (
  { currentTurn }: Pick<Debate, "currentTurn">,
  turns: readonly Turn[],
): number =>
  turnInProgress(turns)?.turnNumber ??
  Math.max(
    currentTurn,
    ...turns.filter(({ status }) => status === "complete").map((turn) => turn.turnNumber),
  );

/** The last turn, if it failed. */
export const failedTurn = (turns: readonly Turn[]): Turn | undefined => {
  const last = turns.at(-1);
  return last?.status === "failed" ? last : undefined;
};
