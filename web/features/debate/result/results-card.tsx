import { Gavel } from "lucide-react";
import type { Debate } from "#shared/contract/debate.ts";
import { type Scores, winnerOf } from "#shared/domain/score.ts";
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

const Outcome = styled("div", { base: { display: "flex", alignItems: "center", gap: "4" } });

const Verdict = styled("blockquote", {
  base: { mt: "5", maxW: "speech", fontSize: "17", lineHeight: 1.65, whiteSpace: "pre-line" },
});

interface ResultsCardProps {
  debate: Debate;
  scores: Scores;
}

/** How it ended: the winner or a draw, the final scores, and the judge's verdict. */
export const ResultsCard = ({ debate, scores }: ResultsCardProps) => {
  const labelOf = useProviderLabel();
  const winner = winnerOf(scores);
  const winners = ROLES.filter((role) => winner === role || winner === "draw");
  const [best, other] = [scores.botA, scores.botB]
    .sort((a, b) => Number(b) - Number(a))
    .map(scoreText);
  const [title, remark] =
    winner === null
      ? ["No result", "Not every side has a score."]
      : winner === "draw"
        ? ["Draw", `${scoreText(scores.botA)} each`]
        : [
            `${labelOf(providerOf(winner, debate))} wins`,
            `Arguing ${SIDE_LABEL[winner]}, ${best} to ${other}`,
          ];
  return (
    <Card aria-labelledby="result">
      <Kicker>
        <Gavel size={16} />
        {debate.judge ? `The verdict of ${labelOf(debate.judge)}` : "Nobody judged this debate"}
      </Kicker>
      <Outcome>
        {winners.map((role) => (
          <RobotFace key={role} side={role} size="lg" />
        ))}
        <div>
          <SectionTitle id="result">{title}</SectionTitle>
          <Muted css={{ fontVariantNumeric: "tabular-nums" }}>{remark}</Muted>
        </div>
      </Outcome>
      {debate.judge && (
        <Verdict dir="auto">{debate.scores?.reasoning ?? "The verdict is being written…"}</Verdict>
      )}
    </Card>
  );
};
