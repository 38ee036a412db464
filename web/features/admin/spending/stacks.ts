import { PAID_KINDS, type PaidKind, type Spending } from "#shared/contract/spending.ts";
import { PAID, type Paid } from "#shared/domain/spending.ts";

export type Part = Spending["parts"][number];

export type Division = "provider" | "kind";
export type Group = Paid | PaidKind;

export const KIND_LABEL = {
  "generate-turn": "Speeches",
  "judge-turn": "Judging",
  "judge-debate": "Verdicts",
  moderate: "Moderation",
  "synthesize-speech": "Recordings",
} as const satisfies Record<PaidKind, string>;

export type Totals = Omit<Part, "day" | "provider" | "kind">;

const NOTHING: Totals = {
  requests: 0,
  inputTokens: 0,
  outputTokens: 0,
  characters: 0,
  price: 0,
  isEstimated: false,
};

/** Sum of the totals. It is an estimate if any part is. */
export const totalOf = (parts: readonly Totals[]): Totals =>
  parts.reduce(
    (total, part) => ({
      requests: total.requests + part.requests,
      inputTokens: total.inputTokens + part.inputTokens,
      outputTokens: total.outputTokens + part.outputTokens,
      characters: total.characters + part.characters,
      price: total.price + part.price,
      isEstimated: total.isEstimated || part.isEstimated,
    }),
    NOTHING,
  );

/** The groups with any spending, in fixed order. */
export const groupsOf = (parts: readonly Part[], division: Division): Group[] =>
  (division === "provider" ? PAID : PAID_KINDS).filter((group) =>
    parts.some((part) => part[division] === group),
  );

export interface Stack {
  day: string;
  total: Totals;
  /** From bottom to top; `below` is the sum of the lower bars. */
  bars: { group: Group; price: number; below: number }[];
}

export const stacksOf = (
  days: readonly string[],
  parts: readonly Part[],
  division: Division,
): Stack[] => {
  const groups = groupsOf(parts, division);
  return days.map((day) => {
    const today = parts.filter((part) => part.day === day);
    let below = 0;
    const bars = groups.map((group) => {
      const { price } = totalOf(today.filter((part) => part[division] === group));
      const bar = { group, price, below };
      below += price;
      return bar;
    });
    return { day, total: totalOf(today), bars };
  });
};

/** The axis maximum: the lowest 1, 2, 5 or 10 times a power of ten that is at least `highest`. */
export const topOf = (highest: number): number => {
  if (highest <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  return [1, 2, 5, 10].map((times) => times * power).find((top) => top >= highest) ?? highest;
};
