import {
  findCaptionPosition,
  getReadingLength,
  MAX_CAPTION_CHARACTERS,
  splitCaptions,
} from "#shared/domain/text/captions.ts";

const SPEECH = "An empty plinth is an **argument**. It says: we remember what stood here.";

test("a speech is split into its sentences, as plain text", () => {
  expect(splitCaptions(SPEECH)).toEqual([
    "An empty plinth is an argument.",
    "It says: we remember what stood here.",
  ]);
});

test("a very short sentence shares its caption with the next one", () => {
  expect(splitCaptions("No. It did not burn.\n\nWhy? Nobody knows.")).toEqual([
    "No. It did not burn.",
    "Why? Nobody knows.",
  ]);
});

test("a long sentence is cut after the last clause that fits", () => {
  const first = `We remember exactly what stood here, ${"who carried it away ".repeat(3)}at night,`;
  const rest = "and which ship it left on, because somebody wrote all of it down in a ledger.";
  expect(splitCaptions(`${first} ${rest}`)).toEqual([first, rest]);
});

test("a long sentence without clauses is cut between two words", () => {
  const captions = splitCaptions(`${"word ".repeat(60)}end.`);
  expect(captions.every(({ length }) => length <= MAX_CAPTION_CHARACTERS)).toBe(true);
  expect(captions.join(" ")).toBe(`${"word ".repeat(60)}end.`);
});

test("a word that is longer than a caption is cut within the word", () => {
  const captions = splitCaptions("x".repeat(300));
  expect(captions.every(({ length }) => length <= MAX_CAPTION_CHARACTERS)).toBe(true);
  expect(captions.join("")).toBe("x".repeat(300));
});

test("a long Japanese sentence is cut after a full-width comma, at half the length", () => {
  const first = `${"都市は人のためにあります".repeat(4)}、`;
  const captions = splitCaptions(`${first}${"道路は車より先にありました".repeat(3)}。`);
  expect(captions[0]).toBe(first);
  expect(captions.every(({ length }) => length <= MAX_CAPTION_CHARACTERS / 2)).toBe(true);
});

test("a Chinese caption takes three times as long to read as as many Latin letters", () => {
  expect(getReadingLength("城市应该")).toBe(12);
  expect(getReadingLength("cars")).toBe(4);
});

test("words of a text without spaces are spoken one character at a time", () => {
  const captions = splitCaptions("都市は人のためにあります。");
  expect(findCaptionPosition(captions, "都市は")).toEqual({ index: 0, length: 3 });
});

describe("the position in the captions", () => {
  const captions = splitCaptions(SPEECH);

  test.each([
    ["", 0, "An"],
    ["An empty", 0, "An empty"],
    ["An empty plinth is an argument.", 0, captions[0]],
    ["An empty plinth is an argument. It says:", 1, "It says:"],
  ])("after %j is in caption %i", (shown, index, spoken) => {
    const position = findCaptionPosition(captions, shown);
    expect(position.index).toBe(index);
    expect(captions[index]?.slice(0, position.length)).toBe(spoken);
  });

  test("is the end of the last caption if more was shown than the captions contain", () => {
    const length = captions[1]?.length;
    expect(findCaptionPosition(captions, `${SPEECH} And more.`)).toEqual({ index: 1, length });
    expect(findCaptionPosition([], "And more.")).toEqual({ index: 0, length: 0 });
  });
});
