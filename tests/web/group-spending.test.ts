import type { SpendingOverview } from "#shared/contract/admin/spending.ts";
import { formatDay, formatPrice } from "#web/features/admin/spending/format-spending.ts";
import {
  listGroups,
  buildDayStacks,
  roundUpAxisMax,
  sumTotals,
} from "#web/features/admin/spending/group-spending.ts";
import { buildSpendingPart as part } from "./fixtures.ts";

const MONDAY = "2026-11-16";
const TUESDAY = "2026-11-17";
const PARTS: SpendingOverview["parts"] = [
  part({ day: MONDAY, provider: "claude", kind: "judge-turn", price: 4 }),
  part({ day: MONDAY, provider: "openai", kind: "generate-turn", price: 2 }),
  part({ day: MONDAY, provider: "openai", kind: "judge-turn", price: 1 }),
  part({ day: TUESDAY, provider: "claude", kind: "judge-turn", price: 8, isEstimated: true }),
];

test("a day's bars are stacked in the order of providers and include empty groups", () => {
  const [monday, tuesday] = buildDayStacks([MONDAY, TUESDAY], PARTS, "provider");
  expect(monday?.bars).toEqual([
    { group: "openai", price: 3, below: 0 },
    { group: "claude", price: 4, below: 3 },
  ]);
  expect(tuesday?.bars).toEqual([
    { group: "openai", price: 0, below: 0 },
    { group: "claude", price: 8, below: 0 },
  ]);
  expect([monday?.total.price, tuesday?.total.price]).toEqual([7, 8]);
});

test("a day without spending has an empty stack", () => {
  const [sunday] = buildDayStacks(["2026-11-15"], PARTS, "kind");
  expect(sunday).toMatchObject({ day: "2026-11-15", total: { price: 0, requests: 0 } });
});

test("only groups with spending are listed", () => {
  expect(listGroups(PARTS, "kind")).toEqual(["generate-turn", "judge-turn"]);
  expect(listGroups([], "provider")).toEqual([]);
});

test("blind debates whose providers are hidden are a group of their own", () => {
  const parts = [...PARTS, part({ day: MONDAY, provider: "blind", kind: "judge-turn", price: 1 })];
  expect(listGroups(parts, "provider")).toEqual(["openai", "claude", "blind"]);
});

test("a total is an estimate when one of its parts is", () => {
  expect(sumTotals(PARTS)).toEqual({
    requests: 4,
    inputTokens: 40,
    outputTokens: 80,
    characters: 0,
    price: 15,
    isEstimated: true,
  });
  expect(sumTotals(PARTS.slice(0, 3)).isEstimated).toBe(false);
});

test.each([
  [0, 1],
  [1, 1],
  [1.1, 2],
  [3, 5],
  [5.1, 10],
  [730_000, 1_000_000],
])("the axis of a chart with the highest bar %p ends at %p", (highest, top) => {
  expect(roundUpAxisMax(highest)).toBe(top);
});

test.each([
  [0, "$0.00"],
  [4200, "$0.0042"],
  [999_900, "$0.9999"],
  [12_300_000, "$12.30"],
  [1_234_000_000, "$1,234.00"],
])("a price of %p millionths of a dollar is written as %s", (price, words) => {
  expect(formatPrice(price)).toBe(words);
});

test("a day is written without its year", () => {
  expect(formatDay("2026-11-02")).toBe("Nov 2");
});
