import type { Debate } from "#shared/contract/debate.ts";
import { winnerOf } from "#shared/domain/score.ts";
import { providerOf, SIDE_LABEL } from "#shared/domain/side.ts";
import { useProviderLabel } from "#web/lib/config.tsx";
import { scoreText } from "#web/lib/format.ts";

type Outcome = [title: string, remark: string];

const NO_RESULT: Outcome = ["No result", "Not every side has a score."];

/** A verdict without scores may still name a winner. */
const BY_WORDS: Outcome = [
  "Decided in words",
  "Not every side has a score: the verdict stands alone.",
];

/** The result as a title and a remark. */
export const useOutcome = ({ judge, scores, ...bots }: Debate): Outcome => {
  const labelOf = useProviderLabel();
  if (judge && scores === null)
    return ["Still in the balance", `${labelOf(judge)} is weighing up the last words…`];
  const winner = scores && winnerOf(scores);
  if (scores?.reasoning && winner === null) return BY_WORDS;
  if (scores === null || winner === null) return NO_RESULT;
  const { botA, botB } = scores;
  if (winner === "draw") return ["Draw", `${scoreText(botA)} each`];
  const [best, other] = [botA, botB].sort((a, b) => Number(b) - Number(a)).map(scoreText);
  const score = `${best} to ${other}`;
  // With one provider on both sides, only the side identifies the winner.
  return bots.botAProvider === bots.botBProvider
    ? [`${SIDE_LABEL[winner]} wins`, `${labelOf(bots.botAProvider)} against itself, ${score}`]
    : [`${labelOf(providerOf(winner, bots))} wins`, `Arguing ${SIDE_LABEL[winner]}, ${score}`];
};
