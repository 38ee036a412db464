import { computeJudgementWaitMs } from "#shared/domain/debates/auto-play.ts";

const WRITTEN = 1_700_000_000_000;

describe("Auto-Play while the last turn is being judged", () => {
  it.each<[string, number, number]>([
    ["waits until 3 s after the judgement is given up, 20 s after the turn", 0, 23_000],
    ["waits for the rest of this time", 22_000, 1000],
    ["no longer waits after it", 23_000, 0],
    ["never waits a negative time", 90_000, 0],
  ])("%s", (_how, elapsedMs, waitMs) => {
    const now = WRITTEN + elapsedMs;
    expect(computeJudgementWaitMs({ now, writtenAt: WRITTEN })).toBe(waitMs);
  });
});
