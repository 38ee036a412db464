import {
  BALLOT_STANCE_LABEL,
  BALLOT_STANCES,
  type BallotStance,
  countAfter,
  countBefore,
  countPairs,
  type StanceCounts,
  type SwingTable,
} from "#shared/domain/debates/audience/swing.ts";
import { styled } from "#web/components/theme/styled.tsx";

const Flow = styled("div", {
  base: {
    display: "grid",
    gridTemplateColumns: "auto minmax(0, 1fr) auto",
    columnGap: { base: "2", md: "3" },
    rowGap: "2",
    fontSize: "14",
    "& > h4": { fontFamily: "text", fontSize: "13", fontWeight: 400, color: "muted" },
    "& > h4:last-of-type": { gridColumn: 3, textAlign: "end" },
  },
});

const STANCE_FILLS = {
  "& .for": { fill: "for" },
  "& .undecided": { fill: "muted" },
  "& .against": { fill: "against" },
};

const Drawing = styled("svg", {
  base: {
    gridRow: 2,
    gridColumn: 2,
    display: "block",
    w: "100%",
    h: "var(--flow)",
    overflow: "visible",
    ...STANCE_FILLS,
    "& path": { opacity: 0.28 },
    "& path.moved": { opacity: 0.6 },
    "@media (forced-colors: active)": {
      "& rect": { fill: "CanvasText" },
      "& path": { fill: "none", stroke: "CanvasText", opacity: 1 },
    },
  },
});

/* Texts in an SVG, because the page's security policy forbids inline styles. */
const Labels = styled("svg", {
  base: {
    gridRow: 2,
    w: "6.25rem",
    h: "var(--flow)",
    overflow: "visible",
    fontVariantNumeric: "tabular-nums",
    ...STANCE_FILLS,
    "& tspan": { fontWeight: 700 },
    "@media (forced-colors: active)": { "& text": { fill: "CanvasText" } },
  },
  variants: {
    side: {
      before: { gridColumn: 1, "& text": { textAnchor: "end" } },
      after: { gridColumn: 3 },
    },
  },
});

/** Width of a bar and height of the gap between two, in percent of the drawing. */
const BAR_WIDTH = 2.5;
const GAP = 12;

interface Segment {
  from: number;
  size: number;
}

/** The bars of one side, from top to bottom, in percent of the height. */
const layOutBars = (counts: StanceCounts, pairs: number): Record<BallotStance, Segment> => {
  const scale = (100 - 2 * GAP) / pairs;
  const forSize = counts.for * scale;
  const undecidedSize = counts.undecided * scale;
  return {
    for: { from: 0, size: forSize },
    undecided: { from: forSize + GAP, size: undecidedSize },
    against: { from: forSize + undecidedSize + 2 * GAP, size: counts.against * scale },
  };
};

interface Band {
  before: BallotStance;
  after: BallotStance;
  left: number;
  right: number;
  size: number;
}

/** One band for each pair of stances, from its bar on the left to its bar on the right. */
const layOutBands = (
  table: SwingTable,
  before: Record<BallotStance, Segment>,
  after: Record<BallotStance, Segment>,
): Band[] => {
  const scale = (100 - 2 * GAP) / countPairs(table);
  const used = { for: 0, undecided: 0, against: 0 };
  return BALLOT_STANCES.flatMap((from) => {
    let usedBefore = 0;
    return BALLOT_STANCES.map((to): Band => {
      const size = table[from][to] * scale;
      const left = before[from].from + usedBefore;
      const right = after[to].from + used[to];
      usedBefore += size;
      used[to] += size;
      return { before: from, after: to, left, right, size };
    });
  }).filter(({ size }) => size > 0);
};

const toPath = ({ left, right, size }: Band): string => {
  const [start, end] = [BAR_WIDTH, 100 - BAR_WIDTH];
  const down = `M${start} ${left}C50 ${left} 50 ${right} ${end} ${right}`;
  return `${down}V${right + size}C50 ${right + size} 50 ${left + size} ${start} ${left + size}Z`;
};

interface SideProps {
  side: "before" | "after";
  counts: StanceCounts;
  bars: Record<BallotStance, Segment>;
}

const SideLabels = ({ side, counts, bars }: SideProps) => {
  const x = side === "before" ? "100%" : "0";
  return (
    <Labels side={side}>
      {BALLOT_STANCES.map((stance) => (
        <svg key={stance} y={`${bars[stance].from + bars[stance].size / 2}%`} overflow="visible">
          <text className={stance} x={x} y="0.35em">
            {BALLOT_STANCE_LABEL[stance]} <tspan>{counts[stance]}</tspan>
          </text>
        </svg>
      ))}
    </Labels>
  );
};

/**
 * Viewers by stance, before on the left and after on the right. Bands show who moved where. Screen
 * readers read the table instead.
 */
export const SwingFlow = ({ table }: { table: SwingTable }) => {
  const pairs = countPairs(table);
  const [before, after] = [countBefore(table), countAfter(table)];
  const [barsBefore, barsAfter] = [layOutBars(before, pairs), layOutBars(after, pairs)];
  return (
    <Flow aria-hidden="true" data-flow>
      <h4>Before</h4>
      <h4>After</h4>
      <SideLabels side="before" counts={before} bars={barsBefore} />
      <Drawing viewBox="0 0 100 100" preserveAspectRatio="none">
        {layOutBands(table, barsBefore, barsAfter).map((band) => (
          <path
            key={`${band.before} ${band.after}`}
            className={band.before === band.after ? band.after : `${band.after} moved`}
            d={toPath(band)}
          />
        ))}
        {BALLOT_STANCES.map((stance) => (
          <g key={stance} className={stance}>
            <rect width={BAR_WIDTH} y={barsBefore[stance].from} height={barsBefore[stance].size} />
            <rect
              x={100 - BAR_WIDTH}
              width={BAR_WIDTH}
              y={barsAfter[stance].from}
              height={barsAfter[stance].size}
            />
          </g>
        ))}
      </Drawing>
      <SideLabels side="after" counts={after} bars={barsAfter} />
    </Flow>
  );
};
