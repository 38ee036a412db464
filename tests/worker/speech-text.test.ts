import { SpeechText } from "#worker/jobs/speech-text.ts";

const speak = (...pieces: string[]) => {
  const speech = new SpeechText();
  const added = pieces.map((piece) => speech.add(piece));
  return { text: speech.text, joined: added.join("") };
};

describe("the text of a speech", () => {
  it.each([
    ["plain pieces", ["We ", "must ", "act."], "We must act."],
    ["white space at both ends", ["\n\n ", " We act.", "  \n", "\n"], "We act."],
    ["white space between pieces", ["One", "\n\n", "two"], "One\n\ntwo"],
    ["control characters, which PostgreSQL or pages refuse", ["a\u0000b\u0007", "\r\nc"], "ab\nc"],
    ["a character cut in two", ["\uD83D", "\uDE00!"], "😀!"],
    ["a character cut in two after a space", ["go \uD83D", "\uDE00"], "go 😀"],
    ["half a character", ["a\uD83D", "b\uDE00c"], "a\uFFFDb\uFFFDc"],
    ["half a character at the end", ["a\uD83D"], "a"],
    ["nothing", ["", " "], ""],
  ])("keeps %s as it can be stored", (_what, pieces, text) => {
    expect(speak(...pieces)).toEqual({ text, joined: text });
  });

  it("is what its pieces make, wherever the model cuts it", () => {
    const whole = " \tWords, \u0000 and\r\n\r\n  more 😀 words \u200d 👩‍👩‍👧.  \n";
    const { text } = speak(whole);
    for (let cut = 0; cut <= whole.length; cut++)
      expect(speak(whole.slice(0, cut), whole.slice(cut))).toEqual({ text, joined: text });
  });
});
