import type { Turn } from "#shared/contract/turn.ts";

/** The turn that is being prepared or spoken. */
export const turnInProgress = (turns: readonly Turn[]): Turn | undefined =>
  turns.find(({ status }) => status === "pending" || status === "streaming");

/** The last turn, if it failed. */
export const failedTurn = (turns: readonly Turn[]): Turn | undefined => {
  const last = turns.at(-1);
  return last?.status === "failed" ? last : undefined;
};
