import {
  beginning,
  cutOff,
  firstSentence,
  lastSentences,
  wholeSentences,
} from "#shared/domain/whole-sentences.ts";

describe("a text that breaks off", () => {
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
  ])("%j ends with its last whole sentence: %j", (text, whole) => {
    expect(wholeSentences(text)).toBe(whole);
  });
});

describe("what is shown of a text", () => {
  it.each([
    [cutOff, "Short enough", "Short enough"],
    [cutOff, "A text that is too long by far", "A text that is too…"],
    [cutOff, "Words, and more – then even more", "Words, and more…"],
    [cutOff, "x".repeat(30), `${"x".repeat(19)}…`],
    [cutOff, "😀".repeat(15), `${"😀".repeat(9)}…`],
    [firstSentence, "It is so here. And so on.", "It is so here."],
    [firstSentence, "No. It is not.", "No. It is not."],
    [firstSentence, "Title\nThe first words. More.", "The first words."],
    [firstSentence, "A sentence that is longer than that.", "A sentence that is…"],
    [firstSentence, "No end in sight", "No end in sight"],
    [firstSentence, "", ""],
    [lastSentences, "One. Two. Three. Fo", "Three. Fo"],
    [lastSentences, "One. Two. Three.", "Two. Three."],
    [lastSentences, "One. Two", "One. Two"],
    [lastSentences, "A sentence that goes on and on", "…goes on and on"],
    [lastSentences, "x".repeat(30), `…${"x".repeat(19)}`],
    [lastSentences, "😀".repeat(15), `…${"😀".repeat(9)}`],
    [lastSentences, " ", ""],
    [lastSentences, "One. Two three four.", "One. Two three four."],
    [beginning, "One. Two. Three is longer.", "One. Two."],
    [beginning, "It is all there.", "It is all there."],
    [beginning, "One. Two three four.", "One. Two three four."],
    [beginning, "One. Two threefourx.5 of it", "One."],
    [beginning, "It is one sentence, and long.", "It is one sentence…"],
    [beginning, "One is 3.5 to be exact.", "One is 3.5 to be…"],
  ])("%p of %j in 20 characters: %j", (show, text, shown) => {
    expect(show(text, 20)).toBe(shown);
  });
});
