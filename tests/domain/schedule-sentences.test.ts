import {
  LIVE_DELAY_MS,
  scheduleSentences,
  type SpokenTurn,
} from "#shared/domain/audio/sentence-schedule.ts";

const turn = (
  turnNumber: number,
  spoken: readonly (readonly [at: number, ms: number])[],
  isOpen = false,
): SpokenTurn => ({
  turnNumber,
  isOpen,
  parts: spoken.map(([at, ms]) => ({ hash: `${at}`, at, ms })),
});
const listTimes = (...turns: SpokenTurn[]) =>
  scheduleSentences(turns).map(({ turnNumber, index, startsAt, endsAt }) => [
    `${turnNumber}.${index}`,
    startsAt - LIVE_DELAY_MS,
    endsAt - LIVE_DELAY_MS,
  ]);

describe("the schedule of a live stream", () => {
  it("starts after the delay in which all processes learn about it", () => {
    expect(listTimes(turn(1, [[1000, 4000]], true))).toEqual([["1.0", 1000, 5000]]);
  });

  it("continues without a gap while the voice is in time, and waits for a late sentence", () => {
    const spoken = turn(1, [
      [1000, 4000],
      [1500, 2000],
      [9000, 1000],
    ]);
    expect(listTimes(spoken)).toEqual([
      ["1.0", 1000, 5000],
      ["1.1", 5000, 7000],
      ["1.2", 9000, 10_000],
    ]);
  });

  it("leaves the judge five seconds between turns, however early the next was spoken", () => {
    expect(listTimes(turn(1, [[1000, 4000]]), turn(2, [[1100, 500]]))).toEqual([
      ["1.0", 1000, 5000],
      ["2.0", 10_000, 10_500],
    ]);
  });

  it("waits for the end of a turn that is still being spoken", () => {
    expect(listTimes(turn(1, [[1000, 4000]], true), turn(2, [[1100, 500]]))).toHaveLength(1);
    expect(listTimes(turn(1, [], true), turn(2, [[1100, 500]]))).toEqual([]);
  });

  it("omits a turn without sentences, with its silence", () => {
    expect(listTimes(turn(1, [[1000, 4000]]), turn(2, []), turn(3, [[1100, 500]]))).toEqual([
      ["1.0", 1000, 5000],
      ["3.0", 10_000, 10_500],
    ]);
  });
});
