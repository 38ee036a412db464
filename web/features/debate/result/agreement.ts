import type { Debate } from "#shared/contract/debate.ts";
import { winnerOf } from "#shared/domain/score.ts";
import { SIDE_LABEL } from "#shared/domain/side.ts";

/** What the viewer said, and what the judge did; null where there is nothing to compare. */
export const agreement = ({ myVote, scores }: Pick<Debate, "myVote" | "scores">): string | null => {
  const winner = scores && winnerOf(scores);
  if (myVote === null || winner === null) return null;
  const judged = winner === "draw" ? "a draw" : SIDE_LABEL[winner];
  return `You said ${SIDE_LABEL[myVote]}. The judge said ${judged}.`;
};
