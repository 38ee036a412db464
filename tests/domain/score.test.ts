import { computeMeanScores, getWinner } from "#shared/domain/debates/judging/score.ts";

const turns = (...scores: (number | null)[]) =>
  scores.map((score, i) => ({
    role: i % 2 === 0 ? ("bot_a" as const) : ("bot_b" as const),
    score,
  }));

describe("final scores", () => {
  it("are the mean of each side's scored turns, to one decimal", () => {
    expect(computeMeanScores(turns(7, 8, 8, 8, 8, null))).toEqual({ botA: 7.7, botB: 8 });
  });

  it("are null, not 0, for a side without a score", () => {
    expect(computeMeanScores(turns(7, null))).toEqual({ botA: 7, botB: null });
  });

  it("decide for the higher one, a draw if equal, and nothing if one is missing", () => {
    expect(getWinner({ botA: 7.5, botB: 8 })).toBe("bot_b");
    expect(getWinner({ botA: 8.1, botB: 8 })).toBe("bot_a");
    expect(getWinner({ botA: 8, botB: 8 })).toBe("draw");
    expect(getWinner({ botA: null, botB: 8 })).toBeNull();
    expect(getWinner({ botA: 8, botB: null })).toBeNull();
  });
});
