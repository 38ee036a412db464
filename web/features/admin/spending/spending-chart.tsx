import { forEachProvider } from "#shared/domain/provider.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { dayInWords, moneyOf } from "./figures.ts";
import { type Group, type Stack, topOf } from "./stacks.ts";

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
    /* Centres the labels on their lines. */
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
/* A transparent rect fills the column, so that thin bars can be hovered. */
const Day = styled("g", {
  base: { "& > rect:first-of-type": { fill: "transparent" }, _hover: { opacity: 0.8 } },
});
const Ends = styled("div", {
  base: { gridColumn: "2", display: "flex", justifyContent: "space-between" },
});

/**
 * The colours differ from the sides' colours; the stroke separates neighbours without relying on
 * colour.
 */
const Bar = styled("rect", {
  base: { stroke: "panel", strokeWidth: "1px", vectorEffect: "non-scaling-stroke" },
  variants: {
    group: {
      ...forEachProvider((provider) => ({ fill: provider })),
      voice: { fill: "muted" },
      moderation: { fill: "edge" },
      "generate-turn": { fill: "active" },
      "judge-turn": { fill: "muted" },
      "judge-debate": { fill: "pending" },
      moderate: { fill: "edge" },
      "synthesize-speech": { fill: "ink" },
    } satisfies Record<Group, object>,
  },
});

/** Legend of a group. */
export const Swatch = ({ group }: { group: Group }) => (
  <svg width="12" height="12" aria-hidden="true">
    <Bar group={group} width="12" height="12" rx="3" />
  </svg>
);

export const LimitSwatch = () => (
  <svg width="24" height="12" aria-hidden="true">
    <LimitLine d="M0 6H24" />
  </svg>
);

/** Units of the viewBox. */
const DAY_WIDTH = 10;
const BAR_WIDTH = 7;
const HEIGHT = 100;

interface SpendingChartProps {
  stacks: readonly Stack[];
  /** In millionths of a dollar; null without a limit. */
  limit: number | null;
  /** Accessible description of the chart. */
  summary: string;
}

/** Stacked bars per day and group. An image; the table beside it has the numbers. */
export const SpendingChart = ({ stacks, limit, summary }: SpendingChartProps) => {
  const [first] = stacks;
  const last = stacks.at(-1);
  const top = topOf(Math.max(...stacks.map(({ total }) => total.price), limit ?? 0));
  const y = (price: number): number => HEIGHT * (1 - price / top);
  const width = stacks.length * DAY_WIDTH;
  return (
    <Frame>
      <Scale aria-hidden="true">
        {[top, top / 2, 0].map((price) => (
          <span key={price}>{moneyOf(price)}</span>
        ))}
      </Scale>
      <Plot
        role="img"
        aria-label={summary}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        <Line d={`M0 0H${width}M0 ${HEIGHT / 2}H${width}`} />
        {stacks.map(({ day, total, bars }, n) => (
          <Day key={day}>
            <title>{`${dayInWords(day)}: ${moneyOf(total.price)}`}</title>
            <rect x={n * DAY_WIDTH} y="0" width={DAY_WIDTH} height={HEIGHT} />
            {bars.map(
              ({ group, price, below }) =>
                price > 0 && (
                  <Bar
                    key={group}
                    group={group}
                    x={n * DAY_WIDTH + (DAY_WIDTH - BAR_WIDTH) / 2}
                    y={y(below + price)}
                    width={BAR_WIDTH}
                    height={y(below) - y(below + price)}
                  />
                ),
            )}
          </Day>
        ))}
        {limit !== null && <LimitLine d={`M0 ${y(limit)}H${width}`} />}
      </Plot>
      <Ends aria-hidden="true">
        <span>{first && dayInWords(first.day)}</span>
        <span>{last && dayInWords(last.day)}</span>
      </Ends>
    </Frame>
  );
};
