import { PAID_JOBS, type PaidJob, type SpendingOverview } from "#shared/contract/admin/spending.ts";
import { BLIND_SERVICE, PAID_SERVICES, type PaidService } from "#shared/domain/billing/spending.ts";

export type SpendingPart = SpendingOverview["parts"][number];

export type SpendingDimension = "provider" | "kind";
export type SpendingGroup = PaidService | typeof BLIND_SERVICE | PaidJob;

export const PAID_KIND_LABEL = {
  "generate-turn": "Turns",
  "judge-turn": "Scores",
  "judge-debate": "Verdicts",
  moderate: "Moderation",
  "synthesize-speech": "Recordings",
  "check-model": "Model checks",
  "repeat-verdict": "Repeated verdicts",
  "judge-in-panel": "Panel votes",
  "audit-judge": "Tests with baits",
} as const satisfies Record<PaidJob, string>;

export type SpendingTotals = Omit<SpendingPart, "day" | "provider" | "kind">;

const ZERO_TOTALS: SpendingTotals = {
  requests: 0,
  inputTokens: 0,
  outputTokens: 0,
  characters: 0,
  price: 0,
  isEstimated: false,
};

/** Sum of the totals. The sum is an estimate if any part is. */
export const sumTotals = (parts: readonly SpendingTotals[]): SpendingTotals =>
  parts.reduce(
    (total, part) => ({
      requests: total.requests + part.requests,
      inputTokens: total.inputTokens + part.inputTokens,
      outputTokens: total.outputTokens + part.outputTokens,
      characters: total.characters + part.characters,
      price: total.price + part.price,
      isEstimated: total.isEstimated || part.isEstimated,
    }),
    ZERO_TOTALS,
  );

const GROUPS: Record<SpendingDimension, readonly SpendingGroup[]> = {
  provider: [...PAID_SERVICES, BLIND_SERVICE],
  kind: PAID_JOBS,
};

/** The groups with any spending, in fixed order. */
export const listGroups = (
  parts: readonly SpendingPart[],
  dimension: SpendingDimension,
): SpendingGroup[] =>
  GROUPS[dimension].filter((group) => parts.some((part) => part[dimension] === group));

export interface DayStack {
  day: string;
  total: SpendingTotals;
  /** The day's bars from bottom to top. `below` is the total price of the bars under a bar. */
  bars: { group: SpendingGroup; price: number; below: number }[];
}

export const buildDayStacks = (
  days: readonly string[],
  parts: readonly SpendingPart[],
  dimension: SpendingDimension,
): DayStack[] => {
  const groups = listGroups(parts, dimension);
  return days.map((day) => {
    const today = parts.filter((part) => part.day === day);
    let below = 0;
    const bars = groups.map((group) => {
      const { price } = sumTotals(today.filter((part) => part[dimension] === group));
      const bar = { group, price, below };
      below += price;
      return bar;
    });
    return { day, total: sumTotals(today), bars };
  });
};

/** The axis maximum: `highest`, rounded up to 1, 2, 5 or 10 times a power of ten. */
export const roundUpAxisMax = (highest: number): number => {
  if (highest <= 0) return 1;
  const powerOfTen = 10 ** Math.floor(Math.log10(highest));
  return [1, 2, 5, 10].map((times) => times * powerOfTen).find((top) => top >= highest) ?? highest;
};
