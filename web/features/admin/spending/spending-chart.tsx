import { mapProviders } from "#shared/domain/provider.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { formatDay, formatPrice } from "./format-spending.ts";
import { type SpendingGroup, type DayStack, roundUpAxisMax } from "./group-spending.ts";

const Frame = styled("figure", {
  base: {
    display: "grid",
    gridTemplateColumns: "auto minmax(0, 1fr)",
    columnGap: "3",
    rowGap: "1.5",
    fontSize: "13",
    color: "muted",
    fontVariantNumeric: "tabular-nums",
  },
});
const Scale = styled("div", {
  base: {
    display: "flex",
    flexDirection: "column",
    justifyContent: "space-between",
    textAlign: "end",
    /* Centres the labels vertically on the chart's lines. */
    my: "-0.65em",
  },
});
const Plot = styled("svg", {
  base: {
    display: "block",
    w: "100%",
    h: { base: "11rem", md: "15rem" },
    overflow: "visible",
    borderBottomWidth: "1px",
    borderColor: "edge",
  },
});
const Line = styled("path", {
  base: { stroke: "line", strokeWidth: "1px", vectorEffect: "non-scaling-stroke" },
});
const LimitLine = styled("path", {
  base: {
    stroke: "danger",
    strokeWidth: "2px",
    strokeDasharray: "6 5",
    vectorEffect: "non-scaling-stroke",
  },
});
/* A transparent rect fills the day's column, so that users can hover thin bars. */
const Day = styled("g", {
  base: { "& > rect:first-of-type": { fill: "transparent" }, _hover: { opacity: 0.8 } },
});
const Ends = styled("div", {
  base: { gridColumn: "2", display: "flex", justifyContent: "space-between" },
});

/**
 * The colours differ from those of the debate's sides. The stroke separates adjacent bars for users
 * who cannot tell the colours apart.
 */
const Bar = styled("rect", {
  base: { stroke: "panel", strokeWidth: "1px", vectorEffect: "non-scaling-stroke" },
  variants: {
    group: {
      ...mapProviders((provider) => ({ fill: provider })),
      voice: { fill: "muted" },
      moderation: { fill: "edge" },
      blind: { fill: "line" },
      "generate-turn": { fill: "active" },
      "judge-turn": { fill: "muted" },
      "judge-debate": { fill: "pending" },
      moderate: { fill: "edge" },
      "synthesize-speech": { fill: "ink" },
      "check-model": { fill: "line" },
      "repeat-verdict": { fill: "quote" },
      "judge-in-panel": { fill: "focus" },
      "audit-judge": { fill: "danger" },
    } satisfies Record<SpendingGroup, object>,
  },
});

/** A group's colour in the legend. */
export const Swatch = ({ group }: { group: SpendingGroup }) => (
  <svg width="12" height="12" aria-hidden="true">
    <Bar group={group} width="12" height="12" rx="3" />
  </svg>
);

export const LimitSwatch = () => (
  <svg width="24" height="12" aria-hidden="true">
    <LimitLine d="M0 6H24" />
  </svg>
);

/** Units of the SVG's viewBox. */
const DAY_WIDTH_UNITS = 10;
const BAR_WIDTH_UNITS = 7;
const CHART_HEIGHT_UNITS = 100;

interface SpendingChartProps {
  stacks: readonly DayStack[];
  /** Spending limit per day in millionths of a dollar; null without a limit. */
  limit: number | null;
  /** Accessible description of the chart. */
  summary: string;
}

/**
 * Stacked bars per day and group. Screen readers treat the chart as one image, because the tables
 * have the numbers.
 */
export const SpendingChart = ({ stacks, limit, summary }: SpendingChartProps) => {
  const [first] = stacks;
  const last = stacks.at(-1);
  const top = roundUpAxisMax(Math.max(...stacks.map(({ total }) => total.price), limit ?? 0));
  const y = (price: number): number => CHART_HEIGHT_UNITS * (1 - price / top);
  const width = stacks.length * DAY_WIDTH_UNITS;
  return (
    <Frame>
      <Scale aria-hidden="true">
        {[top, top / 2, 0].map((price) => (
          <span key={price}>{formatPrice(price)}</span>
        ))}
      </Scale>
      <Plot
        role="img"
        aria-label={summary}
        viewBox={`0 0 ${width} ${CHART_HEIGHT_UNITS}`}
        preserveAspectRatio="none"
      >
        <Line d={`M0 0H${width}M0 ${CHART_HEIGHT_UNITS / 2}H${width}`} />
        {stacks.map(({ day, total, bars }, n) => (
          <Day key={day}>
            <title>{`${formatDay(day)}: ${formatPrice(total.price)}`}</title>
            <rect
              x={n * DAY_WIDTH_UNITS}
              y="0"
              width={DAY_WIDTH_UNITS}
              height={CHART_HEIGHT_UNITS}
            />
            {bars.map(
              ({ group, price, below }) =>
                price > 0 && (
                  <Bar
                    key={group}
                    group={group}
                    x={n * DAY_WIDTH_UNITS + (DAY_WIDTH_UNITS - BAR_WIDTH_UNITS) / 2}
                    y={y(below + price)}
                    width={BAR_WIDTH_UNITS}
                    height={y(below) - y(below + price)}
                  />
                ),
            )}
          </Day>
        ))}
        {limit !== null && <LimitLine d={`M0 ${y(limit)}H${width}`} />}
      </Plot>
      <Ends aria-hidden="true">
        <span>{first && formatDay(first.day)}</span>
        <span>{last && formatDay(last.day)}</span>
      </Ends>
    </Frame>
  );
};
