import { computeDeltaIntervalMs } from "#shared/domain/delta-interval.ts";

describe("the interval between deltas", () => {
  it.each([
    [1, 50],
    [800, 50],
    [1600, 100],
    [3200, 200],
    [4000, 250],
    [100_000, 250],
  ])("with %i watchers is %i ms", (watchers, cadence) => {
    expect(computeDeltaIntervalMs(watchers)).toBe(cadence);
  });
});
