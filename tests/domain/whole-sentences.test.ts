import {
  extractLeadingSentences,
  truncateAtWord,
  extractFirstSentence,
  extractLastSentences,
  trimToLastSentence,
} from "#shared/domain/text/sentence-excerpts.ts";

describe("an incomplete text", () => {
  it.each([
    ["One. Two. And thr", "One. Two."],
    ["One. Two.", "One. Two."],
    ["Is it? It *is!* And", "Is it? It *is!*"],
    ["He said “No.” Then (twice!) He w", "He said “No.” Then (twice!)"],
    ["Who knows… Perhaps", "Who knows…"],
    ["It is 3.5 per cent", ""],
    ["One. It is 3.5 per cent", "One."],
    ["One. Cars, i.e. vehicles of th", "One."],
    ["A heading\n\nAnd then", "A heading"],
    ["A line\nand then", ""],
    ["你好。他说：“不。”然后他", "你好。他说：“不。”"],
    ["क्या है। फिर", "क्या है।"],
    ["No end in sight", ""],
    ["", ""],
  ])("is trimmed to its last complete sentence: %j becomes %j", (text, whole) => {
    expect(trimToLastSentence(text)).toBe(whole);
  });
});

describe("an excerpt of at most 20 characters", () => {
  it.each([
    [truncateAtWord, "Short enough", "Short enough"],
    [truncateAtWord, "A text that is too long by far", "A text that is too…"],
    [truncateAtWord, "Words, and more – then even more", "Words, and more…"],
    [truncateAtWord, "x".repeat(30), `${"x".repeat(19)}…`],
    [truncateAtWord, "😀".repeat(15), `${"😀".repeat(9)}…`],
    [extractFirstSentence, "It is so here. And so on.", "It is so here."],
    [extractFirstSentence, "No. It is not.", "No. It is not."],
    [extractFirstSentence, "Title\nThe first words. More.", "The first words."],
    [extractFirstSentence, "A sentence that is longer than that.", "A sentence that is…"],
    [extractFirstSentence, "No end in sight", "No end in sight"],
    [extractFirstSentence, "", ""],
    [extractLastSentences, "One. Two. Three. Fo", "Three. Fo"],
    [extractLastSentences, "One. Two. Three.", "Two. Three."],
    [extractLastSentences, "One. Two", "One. Two"],
    [extractLastSentences, "A sentence that goes on and on", "…goes on and on"],
    [extractLastSentences, "x".repeat(30), `…${"x".repeat(19)}`],
    [extractLastSentences, "😀".repeat(15), `…${"😀".repeat(9)}`],
    [extractLastSentences, " ", ""],
    [extractLastSentences, "One. Two three four.", "One. Two three four."],
    [extractLeadingSentences, "One. Two. Six. Seven is longer.", "One. Two. Six."],
    [extractLeadingSentences, "No. That is longer than it.", "No. That is longer…"],
    [
      extractLeadingSentences,
      "城市应该禁止汽车，空气更好。街道也会更安全。",
      "城市应该禁止汽车，空气更好。",
    ],
    [
      truncateAtWord,
      "城市应该禁止汽车在这里行驶空气更好了，街道也会更安全",
      "城市应该禁止汽车在这里行驶空气更好了…",
    ],
    [extractLeadingSentences, "It is all there.", "It is all there."],
    [extractLeadingSentences, "One. Two three four.", "One. Two three four."],
    [extractLeadingSentences, "That is one. Threex.5 of it", "That is one."],
    [extractLeadingSentences, "It is one sentence, and long.", "It is one sentence…"],
    [extractLeadingSentences, "One is 3.5 to be exact.", "One is 3.5 to be…"],
  ])("by %p of %j is %j", (show, text, shown) => {
    expect(show(text, 20)).toBe(shown);
  });
});
