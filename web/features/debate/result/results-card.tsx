import { Gavel } from "lucide-react";
import type { Debate } from "#shared/contract/debate.ts";
import { type Scores, winnerOf } from "#shared/domain/score.ts";
import { providerOf, type Role, ROLES, SIDE_LABEL } from "#shared/domain/side.ts";
import { Card } from "#web/components/card.tsx";
import { RobotFace } from "#web/components/robot-face.tsx";
import { Muted, SectionTitle } from "#web/components/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { scoreText } from "#web/lib/format.ts";

const Outcome = styled("div", {
  base: { display: "flex", alignItems: "center", gap: "5" },
});

const Faces = styled("div", { base: { display: "flex", gap: "3" } });

const Kicker = styled("p", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "2",
    fontSize: "14",
    color: "muted",
    mb: "1",
  },
});

const Verdict = styled("blockquote", {
  base: { mt: "5", maxW: "speech", fontSize: "17", lineHeight: 1.65, whiteSpace: "pre-line" },
});

const NO_SCORE = "This debate has no score.";

interface ResultsCardProps {
  debate: Debate;
  scores: Scores;
}

/** How it ended: the winner or a draw, the final scores, and the judge's verdict. */
export const ResultsCard = ({ debate, scores }: ResultsCardProps) => {
  const labelOf = useProviderLabel();
  const winner = winnerOf(scores);
  const nameOf = (role: Role) => `${SIDE_LABEL[role]}, ${labelOf(providerOf(role, debate))}`;
  const faces = winner === "bot_a" || winner === "bot_b" ? [winner] : ROLES;
  const title = winner === null ? NO_SCORE : winner === "draw" ? "Draw" : `${nameOf(winner)}, wins`;
  return (
    <Card aria-labelledby="result">
      <Kicker>
        <Gavel size={16} />
        {debate.judge ? `The verdict of ${labelOf(debate.judge)}` : "Nobody judged"}
      </Kicker>
      <Outcome>
        <Faces>
          {faces.map((role) => (
            <RobotFace key={role} side={role} size="lg" />
          ))}
        </Faces>
        <div>
          <SectionTitle id="result">{title}</SectionTitle>
          {winner !== null && (
            <Muted css={{ fontVariantNumeric: "tabular-nums" }}>
              {scoreText(scores.botA)} to {scoreText(scores.botB)}
            </Muted>
          )}
        </div>
      </Outcome>
      {debate.judge && (
        <Verdict dir="auto">
          {debate.scores?.reasoning ?? "The judge is writing the verdict…"}
        </Verdict>
      )}
    </Card>
  );
};
