import type { Scores } from "#shared/domain/score.ts";
import { styled } from "./theme/styled.tsx";

const Bar = styled("svg", {
  base: {
    display: "block",
    overflow: "hidden",
    w: "100%",
    borderRadius: "pill",
    bg: "against",
    "& rect": {
      transition: ["width", "x"]
        .map((moved) => `${moved} 700ms cubic-bezier(0.2, 0.7, 0.2, 1)`)
        .join(),
    },
  },
  variants: { size: { thin: { h: "4px" }, thick: { h: "8px" } } },
});

const Pull = styled("rect", { base: { fill: "for" } });
/* Where the sides meet. */
const Seam = styled("rect", { base: { w: "3px", fill: "canvas", transform: "translateX(-3px)" } });

/** For's part of the rope in percent: half of it while a side has no score. */
const shareOf = ({ botA, botB }: Scores): number =>
  botA === null || botB === null || botA + botB === 0
    ? 50
    : Math.round((botA / (botA + botB)) * 1000) / 10;

/** Scores lie close together: what is between them is drawn three times as large, within the bar. */
const pullOf = (scores: Scores): number =>
  Math.min(92, Math.max(8, 50 + (shareOf(scores) - 50) * 3));

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
    <Bar size={size} aria-hidden="true">
      <Pull width={`${pull}%`} height="100%" />
      <Seam x={`${pull}%`} height="100%" />
    </Bar>
  );
};
