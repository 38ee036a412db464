import { findLiteralQuotes } from "#shared/domain/debates/judging/literal-quotes.ts";

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
