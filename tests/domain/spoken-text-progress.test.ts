import { toPlainText } from "#shared/domain/text/plain-text.ts";
import { findSpokenEnd, buildSpeechOffsets } from "#shared/domain/audio/spoken-progress.ts";
import { splitSentences } from "#shared/domain/text/sentence-splitter.ts";

const SPEECH =
  "**Streets** belong to people. See [the best study](https://a.b) of *them* all!\n\n- Do we?";

describe("the words of a speech that are said so far", () => {
  const said = (index: number, share: number, content = SPEECH) =>
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
    // More is heard than is known to be written.
    [9, 0.5, SPEECH],
  ])("are those up to the one that is heard: %d, %d", (index, share, words) => {
    expect(said(index, share)).toBe(words);
  });

  it("are its sentences, at the end of each", () => {
    const bare = (text: string) => text.replace(/\s+/g, "");
    const text = `${SPEECH}\n\n1. One *point*, e.g. \`this\`. It\\*counts.\n2. <b>Two</b>… "Really?" Yes!`;
    const sentences = splitSentences(text);
    expect(sentences.length).toBeGreaterThan(5);
    for (const index of sentences.keys())
      expect(bare(toPlainText(said(index, 1, text)))).toBe(
        bare(sentences.slice(0, index + 1).join("")),
      );
  });

  it("are none of no speech", () => expect(said(0, 1, "")).toBe(""));
});
