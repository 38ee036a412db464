import { computeDeltaIntervalMs } from "#shared/domain/delta-interval.ts";

describe("how often a crowd is told of a speech", () => {
  it.each([
    [1, 50],
    [800, 50],
    [1600, 100],
    [3200, 200],
    [4000, 250],
    [100_000, 250],
  ])("%i watchers are told every %i ms", (watchers, cadence) => {
    expect(computeDeltaIntervalMs(watchers)).toBe(cadence);
  });
});
