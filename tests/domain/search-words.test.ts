import { buildTsQuery } from "#shared/domain/build-ts-query.ts";

const MEANINGS = [
  { label: "ChatGPT", lexeme: "openai" },
  { label: "Lincoln-Douglas", lexeme: "lincolndouglas" },
  { label: "Oxford Style", lexeme: "oxford" },
];

describe("the full-text query of a search", () => {
  it.each([
    ["has all its words, with the last as a prefix", "tea and cof", "'tea' & 'and' & 'cof':*"],
    ["has no prefix of less than three letters", "tea or co", "'tea' & 'or' & 'co'"],
    ["quotes special characters", "it's a\\b:* | (x)", "'it''s' & 'a\\\\b:*' & '(x)':*"],
    ["is empty without a word", " % & _ ! ", ""],
    ["includes the stored lexeme of a label", "chatgpt tea", "('chatgpt' | 'openai') & 'tea':*"],
    ["includes the lexeme of an incomplete label", "tea CHATG", "'tea' & ('CHATG':* | 'openai')"],
    ["has no lexeme for another word", "chat tea", "'chat' & 'tea':*"],
    [
      "includes the lexeme of a label of two words for either word and for both",
      "oxford lincoln-douglas style",
      "('oxford' | 'oxford') & ('lincoln-douglas' | 'lincolndouglas') & ('style':* | 'oxford')",
    ],
    [
      "has no lexeme for a word that shares only a part with a label",
      "lincoln-cat",
      "'lincoln-cat':*",
    ],
    ["has at most 20 words", "a ".repeat(30), Array(20).fill("'a'").join(" & ")],
  ])("%s: %j", (_what, text, words) => {
    expect(buildTsQuery(text, MEANINGS)).toBe(words);
  });
});
