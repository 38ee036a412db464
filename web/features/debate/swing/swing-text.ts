import type { StanceCounts, Swing } from "#shared/domain/debates/audience/swing.ts";
import { formatCount } from "#web/lib/format.ts";

/** Rounds half away from zero, so that swapped sides have the same numbers. */
const roundPoints = (points: number): number => Math.sign(points) * Math.round(Math.abs(points));

const describeGain = (side: string, points: number): string => {
  const rounded = roundPoints(points);
  if (rounded === 0) return `${side} kept its share`;
  return `${side} ${rounded > 0 ? "gained" : "lost"} ${formatCount(Math.abs(rounded), "point")}`;
};

/** The side that gained more comes first, as in "Against gained 24 points" and "For lost 12 points". */
export const describeGains = ({ gains, swing }: Swing): [headline: string, other: string] => {
  const forText = describeGain("For", gains.for);
  const againstText = describeGain("Against", gains.against);
  if (roundPoints(gains.for) === 0 && roundPoints(gains.against) === 0)
    return ["Nobody gained", "Both sides kept their share"];
  return swing < 0 ? [againstText, forText] : [forText, againstText];
};

/** As in "4 viewers went from For to Against, 1 from Against to For." */
export const describeConversions = ({ conversions: { toFor, toAgainst } }: Swing): string => {
  if (toFor + toAgainst === 0) return "Nobody changed sides.";
  const first = `${formatCount(toAgainst, "viewer")} went from For to Against`;
  return `${first}, ${toFor} from Against to For.`;
};

/** As in "7 viewers were not asked before. They voted For 3, Undecided 1, Against 3." */
export const describeNotAsked = (counts: StanceCounts): string | null => {
  const count = counts.for + counts.undecided + counts.against;
  if (count === 0) return null;
  const votes = `For ${counts.for}, Undecided ${counts.undecided}, Against ${counts.against}`;
  return `${formatCount(count, "viewer")} ${count === 1 ? "was" : "were"} not asked before, to check that the question changes nothing. Their votes: ${votes}.`;
};
