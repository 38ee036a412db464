import { findLiteralQuotes, computeMeanScores, getWinner } from "#shared/domain/debates/score.ts";

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

describe("a judge's quotes", () => {
  const text = "Cars kill. A street is a room without a roof.";

  it("count only if the turn contains them literally", () => {
    const quotes = ["Cars kill.", "cars kill.", "a room with a roof", " A street is a room "];
    expect(findLiteralQuotes(quotes, text)).toEqual(["Cars kill.", "A street is a room"]);
  });

  it.each([
    ["other quotation marks", "“It’s a room”", `He said: "It's a room".`, `"It's a room"`],
    ["quotation marks around them", '"A street is a room"', text, "A street is a room"],
    ["ellipses at their ends", "…A street is a room...", text, "A street is a room"],
    ["missing emphasis", "A street is a room", "A *street* is a room.", "A *street* is a room"],
    ["a space for a line break", "kill. A street", "Cars kill.\n\nA street.", "kill.\n\nA street"],
    ["another dash", "rooms - and", "Streets are rooms — and more.", "rooms — and"],
    ["a short dash", "rooms - and", "Streets are rooms – and more.", "rooms – and"],
    ["single quotation marks around them", "‘A street is a room’", text, "A street is a room"],
    [
      "missing marks of code or emphasis",
      "a street is",
      "So a `street` _is_ a room.",
      "a `street` _is",
    ],
    ["other quotation marks within", "say 'no' to it", "We say ‘no’ to it.", "say ‘no’ to it"],
  ])("are found with %s, and returned as in the turn", (_what, quote, turnText, expected) => {
    expect(findLiteralQuotes([quote], turnText)).toEqual([expected]);
  });

  it.each([["……"], ["*"], ["`_`"], ["“”"], ['""A street is a room""']])(
    "are rejected without content or with more than one mark around them: %j",
    (quote) => {
      expect(findLiteralQuotes([quote], text)).toEqual([]);
    },
  );

  it("are rejected with other marks inside or at an end", () => {
    expect(findLiteralQuotes(["A.street"], "A street.")).toEqual([]);
    expect(findLiteralQuotes([".A street is"], text)).toEqual([]);
  });

  it("count once, and not if they are empty", () => {
    expect(findLiteralQuotes(["Cars", "Cars", "", "  "], text)).toEqual(["Cars"]);
  });
});
