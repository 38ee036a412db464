import { Gavel } from "lucide-react";
import type { Debate, DebateScores } from "#shared/contract/debate.ts";
import { winnerOf } from "#shared/domain/score.ts";
import { ROLES } from "#shared/domain/side.ts";
import { Card } from "#web/components/ui/card.tsx";
import { RobotFace } from "#web/components/debate/robot-face.tsx";
import { Muted, SectionTitle } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { useOutcome } from "./use-outcome.ts";

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

const verdictOf = ({ reasoning }: DebateScores): string =>
  reasoning === null
    ? "The judge is writing the verdict…"
    : reasoning || "The judge wrote no verdict: the scores stand.";

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
