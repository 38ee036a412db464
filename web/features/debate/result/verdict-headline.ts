import type { Debate, DebateScores } from "#shared/contract/debates/debate.ts";
import { getWinner } from "#shared/domain/debates/judging/score.ts";
import type { DecidedWinner } from "#shared/domain/debates/judging/decision.ts";
import { SIDE_LABEL } from "#shared/domain/debates/side.ts";

const nameWinner = (winner: DecidedWinner): string =>
  winner === "draw" ? "a draw" : SIDE_LABEL[winner];

/** What the judge said, as in "The judge said Against."; null if it named no winner. */
export const describeJudgement = ({ scores }: Pick<Debate, "scores">): string | null => {
  const winner = scores && getWinner(scores);
  if (winner === null) return null;
  const { decision, panel } = scores ?? {};
  const byScore = `By score: ${nameWinner(winner)}.`;
  if (panel && !decision) return byScore;
  if (decision && decision.winner !== winner)
    return `${byScore} Verdict: ${panel && decision.wavered ? "no winner" : nameWinner(decision.winner)}.`;
  const judge = panel ? "The judges" : "The judge";
  return winner === "draw" ? `${judge} called it a draw.` : `${judge} said ${SIDE_LABEL[winner]}.`;
};

/** What the viewer and the judge said; null unless both said something. */
export const compareWithVote = (debate: Pick<Debate, "myVote" | "scores">): string | null => {
  const judgement = describeJudgement(debate);
  return debate.myVote === null || judgement === null
    ? null
    : `You said ${SIDE_LABEL[debate.myVote]}. ${judgement}`;
};

export const getVerdictText = ({ reasoning, panel }: DebateScores): string => {
  if (reasoning === null) return "The judge is writing the verdict…";
  return reasoning || `${panel ? "The judges" : "The judge"} wrote no verdict. The scores count.`;
};
