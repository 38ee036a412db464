import { findLiteralQuotes, computeMeanScores, getWinner } from "#shared/domain/debates/score.ts";

const turns = (...scores: (number | null)[]) =>
  scores.map((score, i) => ({
    role: i % 2 === 0 ? ("bot_a" as const) : ("bot_b" as const),
    score,
  }));

describe("final scores", () => {
  it("are each side's mean of its scored turns, to one decimal", () => {
    expect(computeMeanScores(turns(7, 8, 8, 8, 8, null))).toEqual({ botA: 7.7, botB: 8 });
  });

  it("leave a side without a score out, never at 0", () => {
    expect(computeMeanScores(turns(7, null))).toEqual({ botA: 7, botB: null });
  });

  it("decide: the higher wins, equal is a draw, a missing one decides nothing", () => {
    expect(getWinner({ botA: 7.5, botB: 8 })).toBe("bot_b");
    expect(getWinner({ botA: 8.1, botB: 8 })).toBe("bot_a");
    expect(getWinner({ botA: 8, botB: 8 })).toBe("draw");
    expect(getWinner({ botA: null, botB: 8 })).toBeNull();
    expect(getWinner({ botA: 8, botB: null })).toBeNull();
  });
});

describe("a judge's quotes", () => {
  const text = "Cars kill. A street is a room without a roof.";

  it("count only when they stand in the turn, letter for letter", () => {
    const quotes = ["Cars kill.", "cars kill.", "a room with a roof", " A street is a room "];
    expect(findLiteralQuotes(quotes, text)).toEqual(["Cars kill.", "A street is a room"]);
  });

  it.each([
    ["other quotation marks", "“It’s a room”", `He said: "It's a room".`, `"It's a room"`],
    ["marks around it", '"A street is a room"', text, "A street is a room"],
    ["dots where it goes on", "…A street is a room...", text, "A street is a room"],
    ["no emphasis", "A street is a room", "A *street* is a room.", "A *street* is a room"],
    [
      "one space for a line break",
      "kill. A street",
      "Cars kill.\n\nA street.",
      "kill.\n\nA street",
    ],
    ["another dash", "rooms - and", "Streets are rooms — and more.", "rooms — and"],
    ["a short dash", "rooms - and", "Streets are rooms – and more.", "rooms – and"],
    ["single marks around it", "‘A street is a room’", text, "A street is a room"],
    ["no marks of code or stress", "a street is", "So a `street` _is_ a room.", "a `street` _is"],
    ["its marks within", "say 'no' to it", "We say ‘no’ to it.", "say ‘no’ to it"],
  ])("are found with %s, and kept as they stand there", (_what, quote, said, kept) => {
    expect(findLiteralQuotes([quote], said)).toEqual([kept]);
  });

  it.each([["……"], ["*"], ["`_`"], ["“”"], ['""A street is a room""']])(
    "are none where nothing is in them, or more than one mark around it: %j",
    (quote) => {
      expect(findLiteralQuotes([quote], text)).toEqual([]);
    },
  );

  it("keep what stands within them, and lose no more than one mark at each end", () => {
    expect(findLiteralQuotes(["A.street"], "A street.")).toEqual([]);
    expect(findLiteralQuotes([".A street is"], text)).toEqual([]);
  });

  it("count once, and never empty", () => {
    expect(findLiteralQuotes(["Cars", "Cars", "", "  "], text)).toEqual(["Cars"]);
  });
});
