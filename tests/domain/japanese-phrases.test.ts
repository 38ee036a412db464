import { joinJapanesePhrases } from "#shared/domain/debates/language/japanese-phrases.ts";

const words = new Intl.Segmenter("ja", { granularity: "word" });
const split = (text: string): string =>
  joinJapanesePhrases(Array.from(words.segment(text), ({ segment }) => segment)).join("|");

test.each([
  ["a word with its particles", "私たちは週に四日だけ働く", "私たちは|週に|四日だけ|働く"],
  ["an Arabic number with its counter and particle", "10年で増えました", "10年で|増えました"],
  ["a percentage", "売上が30%増えました", "売上が|30%|増えました"],
  ["a Latin word with its particle", "AIは無理", "AIは|無理"],
  [
    "a long verb with its endings, also beyond ten characters",
    "話すことはできなかったのかもしれません",
    "話すことは|できなかったのかもしれません",
  ],
])("a Japanese phrase is %s", (_what, text, phrases) => {
  expect(split(text)).toBe(phrases);
});
