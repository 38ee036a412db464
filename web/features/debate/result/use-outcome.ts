import type { Debate } from "#shared/contract/debates/debate.ts";
import { getWinner } from "#shared/domain/debates/judging/score.ts";
import { getProviderOfRole, SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { useProviderLabel } from "#web/lib/config.tsx";
import { formatScore } from "#web/lib/format.ts";

type OutcomeText = [title: string, remark: string];

const NO_RESULT: OutcomeText = ["No result", "Not both sides were scored."];

/** Used if the verdict's scores name no winner. The judge's text may still name one. */
const VERDICT_WITHOUT_SCORES: OutcomeText = [
  "No winner by score",
  "Not both sides were scored. Read the verdict.",
];

/** The result as a title and a remark. */
export const useOutcome = ({ judge, scores, ...bots }: Debate): OutcomeText => {
  const getProviderLabel = useProviderLabel();
  if (judge && scores === null)
    return ["Final verdict coming up", `${getProviderLabel(judge)} is scoring…`];
  const winner = scores && getWinner(scores);
  if (scores?.reasoning && winner === null) return VERDICT_WITHOUT_SCORES;
  if (scores === null || winner === null) return NO_RESULT;
  const { botA, botB } = scores;
  if (winner === "draw") return ["Draw", `${formatScore(botA)} each`];
  const [higher, lower] = [botA, botB].sort((a, b) => Number(b) - Number(a)).map(formatScore);
  const score = `${higher} to ${lower}`;
  // With one provider on both sides, only the side identifies the winner.
  return bots.botAProvider === bots.botBProvider
    ? [
        `${SIDE_LABEL[winner]} wins`,
        `${getProviderLabel(bots.botAProvider)} against itself, ${score}`,
      ]
    : [
        `${getProviderLabel(getProviderOfRole(winner, bots))} wins`,
        `Arguing ${SIDE_LABEL[winner]}, ${score}`,
      ];
};
