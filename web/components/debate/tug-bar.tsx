import type { Scores } from "#shared/domain/score.ts";
import { styled } from "../theme/styled.tsx";

const Bar = styled("svg", {
  base: {
    display: "block",
    overflow: "hidden",
    w: "100%",
    borderRadius: "pill",
    bg: "against",
    "& g": { transition: "transform {durations.score} {easings.out}" },
  },
  variants: { size: { thin: { h: "4px" }, thick: { h: "8px" } } },
});

const Pull = styled("rect", { base: { fill: "for" } });
/* Where the sides meet: as wide on any bar. */
const Seam = styled("path", {
  base: { stroke: "canvas", strokeWidth: "3px", vectorEffect: "non-scaling-stroke" },
});

/** For's part of the rope in percent: half of it while a side has no score. */
const shareOf = ({ botA, botB }: Scores): number =>
  botA === null || botB === null || botA + botB === 0
    ? 50
    : Math.round((botA / (botA + botB)) * 1000) / 10;

/** Scores lie close together: what is between them is drawn twice as large, within the bar. */
const pullOf = (scores: Scores): number =>
  Math.min(92, Math.max(8, 50 + (shareOf(scores) - 50) * 2));

interface TugBarProps {
  scores: Scores;
  size?: "thin" | "thick";
  /** Votes are counted: their parts are drawn as they are. */
  isCount?: boolean;
}

/** The tug of war between the sides. Decoration beside the scores, which say the same in figures. */
export const TugBar = ({ scores, size = "thin", isCount = false }: TugBarProps) => {
  const pull = isCount ? shareOf(scores) : pullOf(scores);
  return (
    <Bar size={size} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <g transform={`translate(${pull} 0)`}>
        <Pull x="-100" width="100" height="1" />
        <Seam d="M0 0V1" />
      </g>
    </Bar>
  );
};
