import type { CountedShare } from "#shared/contract/leaderboard.ts";

/** A minus sign that is as wide as a plus sign. */
export const formatPoints = (points: number): string => {
  const rounded = Math.round(points);
  if (rounded === 0) return "0";
  return rounded > 0 ? `+${rounded}` : `−${-rounded}`;
};

/** 2.5 → "2½" */
export const formatHalves = (count: number): string => {
  const whole = Math.floor(count);
  if (count === whole) return String(whole);
  return whole === 0 ? "½" : `${whole}½`;
};

export const formatPercent = (share: number): string => `${Math.round(100 * share)}%`;

/** With fewer cases a share says too little, so that only the counts are shown. */
export const MIN_CASES = 10;

/**
 * Returns, for example, "62% (48 to 74%), 31 of 50". Few cases: only the counts. No case: "none
 * yet".
 */
export const formatShare = (share: CountedShare | null): string => {
  if (share === null) return "none yet";
  const counts = `${formatHalves(share.count)} of ${share.total}`;
  if (share.total < MIN_CASES) return `${counts}, too few for a share`;
  const interval = `${Math.round(100 * share.low)} to ${formatPercent(share.high)}`;
  return `${formatPercent(share.count / share.total)} (${interval}), ${counts}`;
};

/** 0.0421 → "$0.042" */
export const formatCost = (dollars: number): string =>
  dollars >= 1 ? `$${dollars.toFixed(2)}` : `$${dollars.toPrecision(2)}`;
