import type { ReactNode } from "react";
import { findTurningPoint, type MomentumPoint } from "#shared/domain/debates/judging/momentum.ts";
import { SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { describeStanding } from "#shared/domain/debates/judging/standing.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { scrollToTurn } from "../turns/scroll-to-turn.ts";

/* The rest of its style is in `momentum-chart.css`. */
const Plot = styled("svg", {
  base: { display: "block", w: "100%", h: "var(--plot, 2.75rem)", overflow: "visible" },
});

/** The scale covers at least this lead, in points, so that a small lead looks small. */
const MIN_SCALE_POINTS = 1;

const formatPercent = (fraction: number): string => `${Math.round(fraction * 1000) / 10}%`;

/** Accessible description of a point. */
const describePoint = (point: MomentumPoint, isTurningPoint: boolean): string => {
  const { turnNumber, role, score, standing } = point;
  const turn = `Turn ${turnNumber}, ${SIDE_LABEL[role]}, scored ${score}`;
  if (standing === null) return turn;
  return `${turn}: ${describeStanding(standing)}${isTurningPoint ? ". The turning point" : ""}`;
};

interface MomentumChartProps {
  /**
   * The line of the chart that shows the share of reactions for the side "For". Empty if the viewer
   * may not see it.
   */
  audience?: ReactNode;
  scored: readonly MomentumPoint[];
  maxTurns: number;
}

/**
 * Chart of the lead after each turn: For above the axis, Against below. A dashed line marks the
 * turning point, and a dotted line shows the audience's reactions. Each point has the color of the
 * leading side and links to its turn.
 */
export const MomentumChart = (props: MomentumChartProps) => {
  const { audience, scored, maxTurns } = props;
  const maxLead = Math.max(MIN_SCALE_POINTS, ...scored.map(({ lead }) => Math.abs(lead))) * 1.15;
  const lastTurn = scored.at(-1)?.turnNumber ?? 0;
  const line = ["0 0", ...scored.map(({ turnNumber, lead }) => `${turnNumber} ${-lead}`)].join(" ");
  const area = `${line} ${lastTurn} 0`;
  // Leaves space of half a turn after the last point.
  const width = maxTurns + 0.5;
  const turningPoint = findTurningPoint(scored);
  return (
    <Plot role="group" data-plot>
      <line x1="0" x2="100%" y1="50%" y2="50%" />
      <svg
        aria-hidden="true"
        width="100%"
        height="50%"
        viewBox={`0 ${-maxLead} ${width} ${maxLead}`}
        preserveAspectRatio="none"
        overflow="hidden"
      >
        <polygon className="for" points={area} />
      </svg>
      <svg
        aria-hidden="true"
        y="50%"
        width="100%"
        height="50%"
        viewBox={`0 0 ${width} ${maxLead}`}
        preserveAspectRatio="none"
        overflow="hidden"
      >
        <polygon className="against" points={area} />
      </svg>
      <svg
        aria-hidden="true"
        viewBox={`0 ${-maxLead} ${width} ${2 * maxLead}`}
        preserveAspectRatio="none"
        overflow="visible"
        width="100%"
        height="100%"
      >
        <polyline className="line" points={line} />
      </svg>
      {audience}
      {Array.from({ length: maxTurns - lastTurn }, (_, index) => lastTurn + index + 1).map(
        (turn) => (
          <circle key={turn} className="next" cx={formatPercent(turn / width)} cy="50%" r="3" />
        ),
      )}
      {scored.map((point) => {
        const { turnNumber, lead } = point;
        const leader = lead === 0 ? undefined : lead > 0 ? "bot_a" : "bot_b";
        const isTurningPoint = turnNumber === turningPoint;
        const x = formatPercent(turnNumber / width);
        return (
          <a
            key={turnNumber}
            href={`#turn-${turnNumber}`}
            aria-label={describePoint(point, isTurningPoint)}
            onClick={(event) => {
              event.preventDefault();
              scrollToTurn(turnNumber);
            }}
          >
            <rect
              className="target"
              x={formatPercent((turnNumber - 0.5) / width)}
              width={formatPercent(1 / width)}
              height="100%"
              rx="4"
            />
            {isTurningPoint && <line x1={x} x2={x} y2="100%" />}
            <circle
              className={leader}
              cx={x}
              cy={formatPercent(0.5 - lead / (2 * maxLead))}
              r="5"
            />
          </a>
        );
      })}
    </Plot>
  );
};
