import { type Reporter, reportWeight } from "#shared/domain/report-weight.ts";

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
  expect(reportWeight({ ...trusted, ...change })).toBe(weight);
});
