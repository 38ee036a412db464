import { splitAtQuotes, findQuoteRanges } from "#web/features/debate/speech/quote-ranges.ts";
import {
  shouldRenderMarkdown,
  splitParagraphs,
  splitEmphasis,
} from "#web/features/debate/speech/parse-speech.ts";

describe("the quotes in a text", () => {
  test("are found at their positions, with overlapping ones joined", () => {
    const text = "one two three four";
    expect(findQuoteRanges(text, ["three", "one two", "two three", "five"])).toEqual([
      { start: 0, end: 13 },
    ]);
  });

  test("are joined when they touch and separate otherwise", () => {
    expect(findQuoteRanges("one two three", ["two", " three", "on"])).toEqual([
      { start: 0, end: 2 },
      { start: 4, end: 13 },
    ]);
  });

  test("include the mark at the end of their sentence", () => {
    expect(findQuoteRanges("एक दो। तीन? चार", ["एक दो", "तीन"])).toEqual([
      { start: 0, end: 6 },
      { start: 7, end: 11 },
    ]);
    expect(findQuoteRanges("One, two.", ["One", "two."])).toEqual([
      { start: 0, end: 3 },
      { start: 5, end: 9 },
    ]);
  });

  test("are not found when they are empty", () => {
    expect(findQuoteRanges("one two three", [""])).toEqual([]);
  });

  test("split the text into quoted and unquoted pieces", () => {
    const pieces = splitAtQuotes("one two three", 0, [{ start: 4, end: 7 }]);
    expect(pieces.map(({ text, isQuoted }) => [text, isQuoted])).toEqual([
      ["one ", false],
      ["two", true],
      [" three", false],
    ]);
  });

  test("split a part of the text into pieces with positions in the whole text", () => {
    expect(splitAtQuotes("one two three", 100, [{ start: 104, end: 107 }])).toEqual([
      { text: "one ", start: 100, isQuoted: false },
      { text: "two", start: 104, isQuoted: true },
      { text: " three", start: 107, isQuoted: false },
    ]);
  });

  test("mark the part of a piece that they overlap", () => {
    const range = [{ start: 5, end: 25 }];
    expect(splitAtQuotes("0123456789", 10, range)).toEqual([
      { text: "0123456789", start: 10, isQuoted: true },
    ]);
    expect(splitAtQuotes("01234", 30, range)).toEqual([
      { text: "01234", start: 30, isQuoted: false },
    ]);
  });
});

describe("a speech", () => {
  test("is split into paragraphs with their positions", () => {
    expect(splitParagraphs("One.\n\nTwo.\n \n\nThree.\n")).toEqual([
      { text: "One.", start: 0 },
      { text: "Two.", start: 6 },
      { text: "Three.\n", start: 14 },
    ]);
    expect(splitParagraphs("")).toEqual([]);
    expect(splitParagraphs(" \n\nOne.\n\n ")).toEqual([{ text: "One.", start: 3 }]);
  });

  test("loses its emphasis marks and nothing else", () => {
    const text = "the *many* and the **few**, 2 * 3 * 4";
    expect(splitEmphasis({ text, start: 10 })).toEqual([
      { text: "the ", start: 10, emphasis: "none" },
      { text: "many", start: 15, emphasis: "em" },
      { text: " and the ", start: 20, emphasis: "none" },
      { text: "few", start: 31, emphasis: "strong" },
      { text: ", 2 * 3 * 4", start: 36, emphasis: "none" },
    ]);
  });

  test("can be emphasised as a whole", () => {
    expect(splitEmphasis({ text: "*all of it*", start: 10 })).toEqual([
      { text: "all of it", start: 11, emphasis: "em" },
    ]);
  });

  test.each([
    "# A heading",
    "### A heading",
    "- a list",
    "1. a list",
    "10. a list",
    "> said",
    ">> said of what was said",
    "```",
    "~~~",
    "the `code`",
    "see [here](https://x.example)",
  ])("with %j is rendered as Markdown", (content) =>
    expect(shouldRenderMarkdown(content, "sync")).toBe(true),
  );

  test("of plain sentences is not rendered as Markdown", () => {
    expect(
      shouldRenderMarkdown("A cost-benefit case. It is *1,000* times clear - or not.", "async"),
    ).toBe(false);
  });

  test("with too many marks is shown as plain text", () => {
    const quotation = (marks: number) => `> ${"*".repeat(marks - 1)}`;
    expect(shouldRenderMarkdown(quotation(300), "async")).toBe(true);
    expect(shouldRenderMarkdown(quotation(301), "async")).toBe(false);
    expect(shouldRenderMarkdown(quotation(50), "sync")).toBe(true);
    expect(shouldRenderMarkdown(quotation(51), "sync")).toBe(false);
  });
});

describe("unbalanced emphasis marks", () => {
  test.each([
    ["*never closed **either", ["never closed *", "either"]],
    ["2 * 3, *so* it* is*", ["2 * 3, ", "so", " it* is*"]],
    ["**a*", ["*a"]],
    ["*a *b* c", ["a *b", " c"]],
    ["* a* and *b *", ["* a* and *b *"]],
    ["a*__***b ***", ["a", "__", "b *"]],
  ])("in %j give %j", (text, parts) => {
    expect(splitEmphasis({ text, start: 0 }).map((run) => run.text)).toEqual(parts);
  });
});
