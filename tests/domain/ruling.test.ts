import { splitNote } from "#shared/domain/debates/judging/split-note.ts";
import { selectRuling } from "#shared/domain/debates/judging/ruling.ts";

const words = (count: number): string => Array.from({ length: count }, () => "word").join(" ");
const FEEDBACK = "It holds well. The end is weak.";

describe("the ruling of a turn", () => {
  test.each([
    ["as the judge gave it", "Strong, and brief.", "Strong, and brief."],
    ["on one line", " Strong,\n and\tbrief. ", "Strong, and brief."],
    ["with 15 words", `${words(15)}.`, `${words(15)}.`],
    ["with hyphenated words as one", `${words(13)} well-argued follow‑up.`, null],
    ["with numbers and apostrophes as one word", `${words(13)} doesn't 7.5%.`, null],
    ["with 15 words of a script without spaces", "这个论点很有力但是缺少证据。", null],
  ])("is kept %s", (_what, ruling, expected) => {
    expect(selectRuling({ ruling, feedback: FEEDBACK })).toBe(expected ?? ruling);
  });

  test.each([
    ["missing", null],
    ["empty", ""],
    ["blank", " \n "],
    ["without a word", "…!"],
    ["longer than 15 words", `${words(16)}.`],
    ["longer than 200 characters", `${"x".repeat(201)}.`],
    ["longer than 15 words in a script without spaces", "这个论点很有力但是缺少证据。".repeat(3)],
  ])("is the first sentence of the feedback where the judge's is %s", (_what, ruling) => {
    expect(selectRuling({ ruling, feedback: FEEDBACK })).toBe("It holds well.");
  });

  test.each([
    ["after 15 words", `${words(20)}. More.`, `${words(15)}…`],
    ["not with exactly 15", `${words(15)}. More.`, `${words(15)}.`],
    ["without the comma at the cut", `${words(15)}, ${words(3)}.`, `${words(15)}…`],
    ["within 200 characters", `${"x".repeat(120)} ${"y".repeat(120)}.`, `${"x".repeat(120)}…`],
    ["without a space to cut at", "x".repeat(300), `${"x".repeat(199)}…`],
    ["to one line", "It\nholds\nwell. More.", "It holds well."],
  ])("cuts the feedback's sentence honestly: %s", (_what, feedback, expected) => {
    expect(selectRuling({ ruling: null, feedback })).toBe(expected);
  });
});

describe("a judge's note", () => {
  test.each([
    ["begins with the ruling", "Strong.", FEEDBACK, "Strong.", FEEDBACK],
    ["is the feedback alone without a ruling", null, FEEDBACK, null, FEEDBACK],
    ["may have no feedback", "Strong.", null, "Strong.", null],
    ["is empty before the judgement", null, null, null, null],
    ["does not repeat a ruling", "It holds well.", FEEDBACK, "It holds well.", "The end is weak."],
    [
      "is one sentence if there is no more",
      "It holds well.",
      "It holds well.",
      "It holds well.",
      "",
    ],
    [
      "is the feedback alone if the ruling is a part of its sentence",
      `${words(15)}…`,
      `${words(20)}. More.`,
      null,
      `${words(20)}. More.`,
    ],
    ["does not break a sentence", "It holds", "It holds well. More.", null, "It holds well. More."],
    ["keeps a ruling with another ending", "It holds…", "That holds.", "It holds…", "That holds."],
  ])("%s", (_what, ruling, feedback, line, rest) => {
    expect(splitNote({ ruling, feedback })).toEqual({ ruling: line, feedback: rest });
  });

  test("is the feedback alone from a server of the previous version", () => {
    const note = { feedback: FEEDBACK } as Parameters<typeof splitNote>[0];
    expect(splitNote(note)).toEqual(note);
  });
});
