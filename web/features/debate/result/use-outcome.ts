import type { Debate } from "#shared/contract/debates/debate.ts";
import { getWinner } from "#shared/domain/debates/score.ts";
import { getProviderOfRole, SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { useProviderLabel } from "#web/lib/config.tsx";
import { formatScore } from "#web/lib/format.ts";

type OutcomeText = [title: string, remark: string];

const NO_RESULT: OutcomeText = ["No result", "Not every side has a score."];

/** A verdict without scores may still name a winner. */
const VERDICT_WITHOUT_SCORES: OutcomeText = [
  "Decided in words",
  "Not every side has a score: the verdict stands alone.",
];

/** The result as a title and a remark. */
export const useOutcome = ({ judge, scores, ...bots }: Debate): OutcomeText => {
  const labelOf = useProviderLabel();
  if (judge && scores === null)
    return ["Still in the balance", `${labelOf(judge)} is weighing up the last words…`];
  const winner = scores && getWinner(scores);
  if (scores?.reasoning && winner === null) return VERDICT_WITHOUT_SCORES;
  if (scores === null || winner === null) return NO_RESULT;
  const { botA, botB } = scores;
  if (winner === "draw") return ["Draw", `${formatScore(botA)} each`];
  const [best, other] = [botA, botB].sort((a, b) => Number(b) - Number(a)).map(formatScore);
  const score = `${best} to ${other}`;
  // With one provider on both sides, only the side identifies the winner.
  return bots.botAProvider === bots.botBProvider
    ? [`${SIDE_LABEL[winner]} wins`, `${labelOf(bots.botAProvider)} against itself, ${score}`]
    : [
        `${labelOf(getProviderOfRole(winner, bots))} wins`,
        `Arguing ${SIDE_LABEL[winner]}, ${score}`,
      ];
};
