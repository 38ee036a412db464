import type { ReactNode } from "react";
import { styled } from "#web/components/theme/styled.tsx";
import { panelSurface } from "#web/components/theme/surfaces.ts";
import type { Role } from "#shared/domain/debates/side.ts";
import type { StageSide } from "../stage/stage-bar.tsx";
import { ScoreboardSide } from "./scoreboard-side.tsx";

const ScoreboardFrame = styled("section", { base: { display: "grid", gap: "3" } });

const Banner = styled("div", {
  base: {
    ...panelSurface,
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

const Middle = styled("strong", {
  base: { color: "muted", fontFamily: "display", fontWeight: 700, fontSize: "17" },
});

const MomentumSection = styled("div", {
  base: { ...panelSurface, px: { base: "4", md: "7" }, py: "3" },
});

interface ScoreboardProps {
  sides: readonly [StageSide, StageSide];
  winner: Role | "draw" | null;
  isVisitor: boolean;
  /** The momentum panel. */
  children: ReactNode;
}

/** The result of a finished debate: both sides with their scores, and the momentum. */
const Scoreboard = ({ sides, winner, isVisitor, children }: ScoreboardProps) => {
  const [forSide, againstSide] = sides;
  const result = { winner, isScored: !isVisitor };
  return (
    <ScoreboardFrame aria-label="Scoreboard">
      <Banner>
        <ScoreboardSide side="bot_a" {...forSide} {...result} />
        <Middle aria-hidden="true">{winner === "draw" ? "Draw" : "VS"}</Middle>
        <ScoreboardSide side="bot_b" {...againstSide} {...result} />
      </Banner>
      <MomentumSection>{children}</MomentumSection>
    </ScoreboardFrame>
  );
};

export default Scoreboard;
