import type { Scores } from "#shared/domain/debates/judging/score.ts";
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

const ForShare = styled("rect", { base: { fill: "for" } });
/* A line between the sides. It does not become wider with the bar. */
const Divider = styled("path", {
  base: { stroke: "canvas", strokeWidth: "3px", vectorEffect: "non-scaling-stroke" },
});

/** Share of the side "For" in percent; 50 if a side has no score. */
const computeForPercent = ({ botA, botB }: Scores): number =>
  botA === null || botB === null || botA + botB === 0
    ? 50
    : Math.round((botA / (botA + botB)) * 1000) / 10;

/** Doubles the deviation from 50 %, because scores are usually close. Returns 8 to 92. */
const exaggerateForPercent = (scores: Scores): number =>
  Math.min(92, Math.max(8, 50 + (computeForPercent(scores) - 50) * 2));

interface ScoreShareBarProps {
  scores: Scores;
  size?: "thin" | "thick";
  /** Whether the scores are vote counts. Their shares are shown without exaggeration. */
  isCount?: boolean;
}

/** A bar with the shares of both sides. Decorative, because the numbers are next to it. */
export const ScoreShareBar = ({ scores, size = "thin", isCount = false }: ScoreShareBarProps) => {
  const compute = isCount ? computeForPercent(scores) : exaggerateForPercent(scores);
  return (
    <Bar size={size} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <g transform={`translate(${compute} 0)`}>
        <ForShare x="-100" width="100" height="1" />
        <Divider d="M0 0V1" />
      </g>
    </Bar>
  );
};
