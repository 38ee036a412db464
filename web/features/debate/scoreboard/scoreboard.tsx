import { Link } from "react-router-dom";
import type { Debate } from "#shared/contract/debate.ts";
import { FORMAT_LABEL } from "#shared/domain/debate.ts";
import { type Scores, winnerOf } from "#shared/domain/score.ts";
import { JudgeLine } from "#web/components/debate/judge-line.tsx";
import { TugBar } from "#web/components/debate/tug-bar.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { panel } from "#web/components/theme/surfaces.ts";
import { Corner } from "./corner.tsx";
import { Rounds } from "./rounds.tsx";

const Board = styled("section", { base: { display: "grid", gap: "3" } });

const Banner = styled("div", {
  base: {
    ...panel,
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) auto minmax(0, 1fr)",
    alignItems: "center",
    gap: { base: "3", md: "6" },
    px: { base: "4", md: "7" },
    py: { base: "4", md: "6" },
    bgImage:
      "linear-gradient(90deg, {colors.forTint}, transparent 45%, transparent 55%, {colors.againstTint})",
  },
});

const Middle = styled("p", {
  base: {
    display: "grid",
    justifyItems: "center",
    fontSize: "13",
    color: "muted",
    textAlign: "center",
    "& strong": { fontFamily: "display", fontWeight: 700, fontSize: "17" },
    /* On the smallest screens the names need the room. */
    "& span": { "@media (max-width: 22.5rem)": { w: "min-content" } },
  },
});

const Below = styled("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    justifyContent: "space-between",
    columnGap: "3",
    rowGap: "1",
    fontSize: "14",
    color: "muted",
  },
});

/* As high as a thumb needs, without making its line higher. */
const SignIn = styled(Link, {
  base: { my: "-3", py: "3", color: "ink", textDecoration: "underline" },
});

interface ScoreboardProps {
  debate: Debate;
  /** What the judge has given so far, or in the end; both null for visitors. */
  scores: Scores;
  isVisitor: boolean;
}

/** Both corners, the running score, and who pulls the rope: the result when all is said. */
export const Scoreboard = ({ debate, scores, isVisitor }: ScoreboardProps) => {
  const speakers = [debate.botAProvider, debate.botBProvider];
  const winner = debate.scores && winnerOf(debate.scores);
  const standing = { winner, isScored: !isVisitor };
  return (
    <Board aria-label="Scoreboard">
      <Banner>
        <Corner side="bot_a" provider={debate.botAProvider} score={scores.botA} {...standing} />
        <Middle>
          <strong aria-hidden="true">{winner === "draw" ? "Draw" : "VS"}</strong>
          <span>{FORMAT_LABEL[debate.format]}</span>
        </Middle>
        <Corner side="bot_b" provider={debate.botBProvider} score={scores.botB} {...standing} />
      </Banner>
      <TugBar scores={scores} size="thick" />
      <Rounds debate={debate} />
      <Below>
        <JudgeLine judge={debate.judge} speakers={speakers} />
        {isVisitor && <SignIn to="/auth?tab=login">Sign in to see the score</SignIn>}
      </Below>
    </Board>
  );
};
