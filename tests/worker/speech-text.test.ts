import { SpeechBuilder } from "#worker/jobs/generate-turn/speech-builder.ts";

const build = (...pieces: string[]) => {
  const speech = new SpeechBuilder();
  const added = pieces.map((chunk) => speech.add(chunk));
  return { text: speech.text, joined: added.join("") };
};

describe("the text of a speech", () => {
  it.each([
    ["plain pieces", ["We ", "must ", "act."], "We must act."],
    ["white space at both ends", ["\n\n ", " We act.", "  \n", "\n"], "We act."],
    ["white space between pieces", ["One", "\n", "\n", "two"], "One\n\ntwo"],
    ["control characters, which PostgreSQL or pages refuse", ["a\u0000b\u0007", "\r\nc"], "ab\nc"],
    ["a character cut in two", ["\uD83D", "\uDE00!"], "😀!"],
    ["a whole character", ["😀!"], "😀!"],
    ["a character cut in two after a space", ["go \uD83D", "\uDE00"], "go 😀"],
    ["half a character", ["a\uD83D", "b\uDE00c"], "a\uFFFDb\uFFFDc"],
    ["half a character at the end", ["a\uD83D"], "a"],
    ["nothing", ["", " "], ""],
    [
      "invisible characters, however they are split",
      ["a\u202Eb\u200B\uDB40", "\uDC41c\u00AD"],
      "abc",
    ],
  ])("normalizes %s", (_what, pieces, text) => {
    expect(build(...pieces)).toEqual({ text, joined: text });
  });

  it("is the same wherever the model splits it", () => {
    const whole = " \tWords, \u0000 and\r\n\r\n  more 😀 words \u200d 👩‍👩‍👧.  \n";
    const { text } = build(whole);
    for (let cut = 0; cut <= whole.length; cut++)
      expect(build(whole.slice(0, cut), whole.slice(cut))).toEqual({ text, joined: text });
  });
});

describe("a speech without an end", () => {
  const sentence = "Nobody stops this. ";
  const fill = (pieces: Iterable<string>) => {
    const speech = new SpeechBuilder();
    let joined = "";
    for (const chunk of pieces) {
      joined += speech.add(chunk);
      if (speech.isFull) break;
    }
    return { speech, joined };
  };

  it("is limited to 10,000 characters and has whole sentences within them", () => {
    const { speech, joined } = fill(Array.from({ length: 1000 }, () => sentence));
    expect(speech.isFull).toBe(true);
    expect(joined).toBe(speech.text);
    expect(speech.text).toBe(sentence.repeat(527).slice(0, 10_000));
    expect(speech.wholeSentences).toBe(sentence.repeat(526).trim());
    expect(speech.add("More.")).toBe("");
    expect(speech.text).toBe(joined);
  });

  it("is full only once a visible character exceeds the limit", () => {
    const { speech } = fill(["a".repeat(9_999), "b"]);
    expect([speech.text.length, speech.isFull]).toEqual([10_000, false]);
    expect(speech.add(" ")).toBe("");
    expect(speech.isFull).toBe(false);
    expect(speech.add("c")).toBe("");
    expect([speech.text.length, speech.isFull]).toEqual([10_000, true]);
  });

  it("does not end with half a character", () => {
    const { speech } = fill(["a".repeat(9_999), "😀"]);
    expect([speech.text.length, speech.isFull]).toEqual([9_999, true]);
  });
});
