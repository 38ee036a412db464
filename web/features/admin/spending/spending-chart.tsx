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
    /* Each figure stands at its line. */
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
/* A day is the whole of its column, so that a pointer finds the thinnest. */
const Day = styled("g", {
  base: { "& > rect:first-of-type": { fill: "transparent" }, _hover: { opacity: 0.8 } },
});
const Ends = styled("div", {
  base: { gridColumn: "2", display: "flex", justifyContent: "space-between" },
});

/**
 * In a group's colour, none of which is a side's; the edge tells two neighbours apart for whoever does
 * not see it.
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

/** The colour of a group, beside its name. */
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

/** Units of the drawing: a day is as wide, of which its bar takes most. */
const DAY_WIDTH = 10;
const BAR_WIDTH = 7;
const HEIGHT = 100;

interface SpendingChartProps {
  stacks: readonly Stack[];
  /** Millionths of a dollar; null: none. */
  limit: number | null;
  /** All it shows, in a sentence. */
  summary: string;
}

/** A bar for each day, of what each group took. A picture: the figures are in the table beside it. */
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
