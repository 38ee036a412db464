import {
  type Reporter,
  computeReportWeight,
  computeTotalReportWeight,
} from "#shared/domain/report-weight.ts";

const trusted: Reporter = {
  accountHours: 168,
  isConfirmed: true,
  isSuspended: false,
  upheld: 0,
  dismissed: 0,
};

it.each<[Partial<Reporter>, number]>([
  [{}, 1],
  [{ accountHours: 23.9 }, 0],
  [{ accountHours: 24 }, 0.5],
  [{ accountHours: 167.9 }, 0.5],
  [{ isConfirmed: false }, 0.5],
  [{ accountHours: 24, isConfirmed: false }, 0.25],
  [{ isSuspended: true, upheld: 9 }, 0],
  [{ upheld: 1 }, 1.25],
  [{ upheld: 4 }, 2],
  [{ upheld: 9 }, 2],
  [{ dismissed: 1 }, 0.75],
  [{ dismissed: 9 }, 0.25],
  [{ upheld: 3, dismissed: 3 }, 1],
  [{ accountHours: 24, upheld: 4 }, 1],
])("weighs a report by %j as %p", (change, weight) => {
  expect(computeReportWeight({ ...trusted, ...change })).toBe(weight);
});

it.each<[what: string, reports: [network: string | null, weight: number][], total: number]>([
  ["nothing without reports", [], 0],
  [
    "reports from different networks in full",
    [
      ["a", 1],
      ["b", 0.5],
      ["c", 2],
    ],
    3.5,
  ],
  [
    "reports from one network like the heaviest of them",
    [
      ["a", 0.5],
      ["a", 1],
      ["a", 1],
      ["b", 1],
    ],
    2,
  ],
  [
    "reports from unknown networks in full",
    [
      [null, 1],
      [null, 1],
      ["a", 0],
    ],
    2,
  ],
])("weighs %s", (_what, reports, total) => {
  expect(computeTotalReportWeight(reports.map(([network, weight]) => ({ network, weight })))).toBe(
    total,
  );
});
