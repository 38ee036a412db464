import { styled } from "#web/components/theme/styled.tsx";

const Plot = styled("svg", {
  base: { display: "block", w: "100%", minW: "8rem", h: "1.25rem", overflow: "visible" },
});
const Middle = styled("path", {
  base: { stroke: "edge", strokeWidth: "1px", vectorEffect: "non-scaling-stroke" },
});
const Interval = styled("path", {
  base: {
    stroke: "muted",
    strokeWidth: "3px",
    strokeLinecap: "round",
    vectorEffect: "non-scaling-stroke",
  },
});
/* A line of length 0 with round ends. Unlike a circle, it stays round in the stretched SVG. */
const Dot = styled("path", {
  base: {
    stroke: "ink",
    strokeWidth: "11px",
    strokeLinecap: "round",
    vectorEffect: "non-scaling-stroke",
  },
});

export interface Scale {
  from: number;
  to: number;
}

interface IntervalBarProps {
  value: number;
  low: number;
  high: number;
  /** Where the vertical line is drawn. */
  middle: number;
  scale: Scale;
}

/** Draws a value with its interval. Hidden from screen readers, because the table has the numbers. */
export const IntervalBar = ({ value, low, high, middle, scale }: IntervalBarProps) => {
  const x = (at: number): number => {
    const share = (at - scale.from) / (scale.to - scale.from);
    return Number((100 * Math.min(1, Math.max(0, share))).toFixed(2));
  };
  return (
    <Plot viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">
      <Middle d={`M${x(middle)} 0V20`} />
      <Interval d={`M${x(low)} 10H${x(high)}`} />
      <Dot d={`M${x(value)} 10h0.01`} />
    </Plot>
  );
};
