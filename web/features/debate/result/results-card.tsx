import { Gavel } from "lucide-react";
import type { Debate, DebateScores } from "#shared/contract/debate.ts";
import { winnerOf } from "#shared/domain/score.ts";
import { providerOf, ROLES, SIDE_LABEL } from "#shared/domain/side.ts";
import { Card } from "#web/components/card.tsx";
import { RobotFace } from "#web/components/robot-face.tsx";
import { Muted, SectionTitle } from "#web/components/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { scoreText } from "#web/lib/format.ts";

const Kicker = styled("p", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "2",
    fontSize: "14",
    color: "muted",
    mb: "4",
  },
});

const Line = styled("div", { base: { display: "flex", alignItems: "center", gap: "4" } });

const Verdict = styled("blockquote", {
  base: { mt: "5", maxW: "speech", fontSize: "17", lineHeight: 1.65, whiteSpace: "pre-line" },
  variants: {
    /* The place of about a hundred words, so that the vote below stays where it is. */
    isComing: { true: { minH: { base: "26rem", sm: "20rem", lg: "14rem" }, color: "muted" } },
  },
});

type Outcome = [title: string, remark: string];

const verdictOf = ({ reasoning }: DebateScores): string =>
  reasoning === null
    ? "The judge is writing the verdict…"
    : reasoning || "The judge wrote no verdict: the scores stand.";

const NO_RESULT: Outcome = ["No result", "Not every side has a score."];

/** What there is to say in a line, and what goes with it. */
const useOutcome = ({ judge, scores, ...bots }: Debate): Outcome => {
  const labelOf = useProviderLabel();
  if (judge && scores === null)
    return ["Still in the balance", `${labelOf(judge)} is weighing up the last words…`];
  const winner = scores && winnerOf(scores);
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

/** How it ended: the winner or a draw, the final scores, and the judge's verdict. */
export const ResultsCard = ({ debate }: { debate: Debate }) => {
  const labelOf = useProviderLabel();
  const [title, remark] = useOutcome(debate);
  const winner = debate.scores && winnerOf(debate.scores);
  const winners = ROLES.filter((role) => winner === role || winner === "draw");
  return (
    <Card aria-labelledby="result">
      <Kicker>
        <Gavel size={16} />
        {debate.judge ? `The verdict of ${labelOf(debate.judge)}` : "Nobody judged this debate"}
      </Kicker>
      <Line>
        {winners.map((role) => (
          <RobotFace key={role} side={role} size="lg" />
        ))}
        <div>
          <SectionTitle id="result">{title}</SectionTitle>
          <Muted css={{ fontVariantNumeric: "tabular-nums" }}>{remark}</Muted>
        </div>
      </Line>
      {debate.scores && (
        <Verdict dir="auto" isComing={debate.scores.reasoning === null}>
          {verdictOf(debate.scores)}
        </Verdict>
      )}
    </Card>
  );
};
