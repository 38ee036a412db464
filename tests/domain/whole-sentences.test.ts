import { wholeSentences } from "#shared/domain/whole-sentences.ts";

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
