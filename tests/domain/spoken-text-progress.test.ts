import { toPlainText } from "#shared/domain/text/plain-text.ts";
import {
  buildSpeechOffsets,
  findSentenceAfter,
  findSpokenEnd,
} from "#shared/domain/audio/spoken-progress.ts";
import { splitSentences } from "#shared/domain/text/sentence-splitter.ts";

const SPEECH =
  "**Streets** belong to people. See [the best study](https://a.b) of *them* all!\n\n- Do we?";

describe("the part of a speech that is spoken so far", () => {
  const getSpokenPart = (index: number, share: number, content = SPEECH) =>
    content.slice(0, findSpokenEnd(buildSpeechOffsets(content), index, share));

  it.each([
    [0, 0, "**Streets**"],
    [0, 0.3, "**Streets**"],
    [0, 0.4, "**Streets** belong"],
    [0, 1, "**Streets** belong to people."],
    [1, 0, "**Streets** belong to people. See"],
    [1, 0.2, "**Streets** belong to people. See [the best study](https://a.b)"],
    [1, 0.9, "**Streets** belong to people. See [the best study](https://a.b) of *them* all!"],
    [2, 1, SPEECH],
    // The index is beyond the text that has arrived.
    [9, 0.5, SPEECH],
  ])("ends after the current word: sentence %d, share %d", (index, share, words) => {
    expect(getSpokenPart(index, share)).toBe(words);
  });

  it("ends with the sentence at a share of 1", () => {
    const bare = (text: string) => text.replace(/\s+/g, "");
    const text = `${SPEECH}\n\n1. One *point*, e.g. \`this\`. It\\*counts.\n2. <b>Two</b>… "Really?" Yes!`;
    const sentences = splitSentences(text);
    expect(sentences.length).toBeGreaterThan(5);
    for (const index of sentences.keys())
      expect(bare(toPlainText(getSpokenPart(index, 1, text)))).toBe(
        bare(sentences.slice(0, index + 1).join("")),
      );
  });

  it("is empty for an empty speech", () => expect(getSpokenPart(0, 1, "")).toBe(""));
});

describe("the sentence after the words that were shown", () => {
  const offsets = buildSpeechOffsets("One *is* here. Two is here. Three is here.");
  test.each([
    ["", 0],
    ["One is here.", 1],
    ["One is here. Two", 1],
    ["One is here.\nTwo is here.", 2],
    ["One is here. Two is here. Three is here.", -1],
  ])("after %p is the one with index %p", (text, index) =>
    expect(findSentenceAfter(offsets, text)).toBe(index),
  );
});
