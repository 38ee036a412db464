import type { Debate } from "#shared/contract/debate.ts";
import { winnerOf } from "#shared/domain/score.ts";
import { providerOf, SIDE_LABEL } from "#shared/domain/side.ts";
import { useProviderLabel } from "#web/lib/config.tsx";
import { scoreText } from "#web/lib/format.ts";

type Outcome = [title: string, remark: string];

const NO_RESULT: Outcome = ["No result", "Not every side has a score."];

/** The verdict may say who was more convincing. */
const BY_WORDS: Outcome = [
  "Decided in words",
  "Not every side has a score: the verdict stands alone.",
];

/** How a debate ended: what there is to say in a line, and what goes with it. */
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
  // Where the same speaks for both sides, only the side tells who it was.
  return bots.botAProvider === bots.botBProvider
    ? [`${SIDE_LABEL[winner]} wins`, `${labelOf(bots.botAProvider)} against itself, ${score}`]
    : [`${labelOf(providerOf(winner, bots))} wins`, `Arguing ${SIDE_LABEL[winner]}, ${score}`];
};
