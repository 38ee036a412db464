import { pickBySeed } from "#infra/dev/fakes/models/generator/templates.ts";
import { writeSpeech } from "#infra/dev/fakes/models/generator/write-speech.ts";
import { SentenceSplitter, splitSentences } from "#shared/domain/text/sentence-splitter.ts";
import { isSpeakable, toPlainText, TOO_SHORT_TO_SPEAK } from "#shared/domain/text/plain-text.ts";

describe("the plain text of a speech", () => {
  it.each([
    ["**Bold**, *slanted* and __both__ _ways_", "Bold, slanted and both ways"],
    ["***Both*** ways", "Both ways"],
    ["# Heading\n\nText", "Heading\nText"],
    ["### Lower heading", "Lower heading"],
    ["- one\n-   two\n1. three\n12. twelve", "one two three twelve"],
    ["> quoted\n>> twice", "quoted twice"],
    ["See [the study](https://example.org/a_b) ![chart](c.png)", "See the study chart"],
    ["Use `code` and ~~not~~ this<br>", "Use code and not this"],
    ["Use ``two ` ticks``", "Use two ` ticks"],
    ["H<sub>2</sub>O <b>now</b>", "H2O now"],
    ["```js\nlet a;\n```", "let a;"],
    ["Type ```npm``` here", "Type npm here"],
    ["One\ntwo\n\n\nthree  four", "One two\nthree four"],
    ["snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"],
    ["\\*not slanted\\*", "*not slanted*"],
    ["a\n\n---\n\nb", "a\nb"],
    ["* * *\n\nText", "Text"],
    ["Wait ---\n\nwhat?", "Wait ---\nwhat?"],
    ["2*3 is 6, 2 ** 3 is 8, and ~50 is not", "2*3 is 6, 2 ** 3 is 8, and ~50 is not"],
    ["**Bold**ly [**go**](https://example.org/Go_(game)) there!", "Boldly go there!"],
    ["Never *closed, a [link](nor, nor < that", "Never closed, a [link](nor, nor < that"],
    ["```npm``` is no fence, ~~~ is none", "npm is no fence, ~~~ is none"],
    ["C:\\dir \\d \\", "C:\\dir \\d \\"],
  ])("of %j is %j", (content, text) => {
    expect(toPlainText(content)).toBe(text);
  });

  it("is speakable with at least 5 characters, without markup", () => {
    expect(isSpeakable("**Hello**")).toBe(true);
    expect(isSpeakable("**Hell**")).toBe(false);
    expect(isSpeakable("  \n ")).toBe(false);
    expect(isSpeakable("🔥🔥🔥 ……!?")).toBe(false);
    expect(isSpeakable("你好，世界")).toBe(true);
    expect(TOO_SHORT_TO_SPEAK).toBe("Turn content is too short or empty");
  });
});

describe("the sentences of a speech", () => {
  it("end at sentence ends and at paragraph ends", () => {
    expect(splitSentences("Is it? It *is*!\n\nNo full stop here\n\n“Quoted.” Then more.")).toEqual([
      "Is it?",
      "It is!",
      "No full stop here",
      "“Quoted.”",
      "Then more.",
    ]);
  });

  it("include short fragments, so that none is too short to speak", () => {
    expect(splitSentences("Dr. Who says 1. Then 2. Oh.")).toEqual([
      "Dr. Who says 1.",
      "Then 2. Oh.",
    ]);
    expect(splitSentences("Oh.")).toEqual(["Oh."]);
    expect(splitSentences("Stop. Think again.")).toEqual(["Stop.", "Think again."]);
    expect(splitSentences("")).toEqual([]);
  });

  it.each([
    ["Really? 🎉 Yes.", ["Really?", "🎉 Yes."]],
    ["We said it. 🔥🔥🔥", ["We said it. 🔥🔥🔥"]],
    ["We act. 🔥🔥🔥🔥🔥 👏👏👏👏👏\n\nYou wait.", ["We act. 🔥🔥🔥🔥🔥 👏👏👏👏👏", "You wait."]],
    ["We act.\n\n…………\n\nYou wait.", ["We act.", "………… You wait."]],
    ["…………\n\n!!!!!\n\nOh.", ["………… !!!!! Oh."]],
    ["٣٤٥٦٧. ………… नमस्ते दुनिया", ["٣٤٥٦٧.", "………… नमस्ते दुनिया"]],
    ["We act.\n\n…………", ["We act.", "…………"]],
  ])("never stand without a letter or digit, except at the end: %j", (content, sentences) => {
    expect(splitSentences(content)).toEqual(sentences);
  });

  it("have at most 900 characters, without losing text", () => {
    const endless = Array.from({ length: 600 }, (_, n) => `word${n}`).join(" ");
    const stretches = splitSentences(endless);
    expect(Math.max(...stretches.map(({ length }) => length))).toBeLessThanOrEqual(900);
    expect(stretches.join(" ")).toBe(endless);
    const word = "a".repeat(900);
    expect(splitSentences(word)).toEqual([word]);
    expect(splitSentences(`${word}${word}b`)).toEqual([word, word, "b"]);
    const toTheEnd = `${"a".repeat(449)} ${"a".repeat(450)}`;
    expect(splitSentences(toTheEnd)).toEqual([toTheEnd]);
  });
});

describe("the sentences of a streamed speech", () => {
  const splitPieces = (pieces: readonly string[]): string[] => {
    const splitter = new SentenceSplitter();
    return [...pieces.flatMap((piece) => splitter.add(piece)), ...splitter.end()];
  };
  const PARTS = [
    [..."*_`~[]()<>!\\#-.?\"'“”, \n1a"],
    ["\n\n", " \n ", "**", "__", "~~", "```", "](", "<b", "</b>", "![", "1. ", "- ", "> ", "--"],
    ["………… ", "\n\n……\n\n", "🔥🔥🔥", "!!!!! ", "🎉 "],
    [
      "Dr. ",
      "e.g. ",
      "Word. ",
      "word ",
      "Wo",
      "?! ",
      "…",
      "。",
      "你好。",
      "😀",
      "e\u0301",
      "\u200d",
    ],
    ["long ".repeat(50), "x".repeat(700), "1 ".repeat(300)],
  ].flat();

  it("equal those of the complete text, however it is split into pieces", () => {
    for (let round = 0; round < 100; round++) {
      const parts = Array.from({ length: 3 + ((round * 7) % 40) }, (_, n) =>
        pickBySeed(PARTS, `${round}|${n}`),
      );
      const whole = parts.join("");
      const sentences = splitSentences(whole);
      const at = Math.floor((whole.length * (round % 10)) / 10);
      for (const pieces of [
        parts,
        [...whole],
        whole.split(""),
        [whole.slice(0, at), whole.slice(at)],
      ])
        expect({ whole, sentences: splitPieces(pieces) }).toEqual({ whole, sentences });
      expect(sentences.join("").replaceAll(" ", "")).toBe(toPlainText(whole).replace(/\s/g, ""));
      for (const { length } of sentences) expect(length).toBeLessThanOrEqual(900);
    }
  });

  it("are returned as soon as the next sentence starts", () => {
    const splitter = new SentenceSplitter();
    const add = (piece: string) => splitter.add(piece);
    expect(["**Streets** belong", " to people.", " ", "Ca", "rs"].flatMap(add)).toEqual([]);
    expect(add(" t")).toEqual(["Streets belong to people."]);
    expect(add("ake them. No.")).toEqual([]);
    expect(add("\n\n")).toEqual([]);
    expect(add("W")).toEqual(["Cars take them. No."]);
    expect(add("hy?")).toEqual([]);
    expect(splitter.end()).toEqual(["Why?"]);
  });

  it("equal those of a complete fake speech when it is added word by word", () => {
    const speech = writeSpeech({
      topic: "Cities should ban cars",
      format: "roast",
      side: "For",
      speech: "opening",
      turn: 1,
      maxTurns: 10,
      debate: [],
    });
    expect(splitPieces(speech.split(/(?<= )/))).toEqual(splitSentences(speech));
    expect(splitSentences(speech).length).toBeGreaterThan(5);
  });
});
