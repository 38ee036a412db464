import { buildTsQuery } from "#shared/domain/build-ts-query.ts";

const MEANINGS = [
  { label: "ChatGPT", lexeme: "openai" },
  { label: "Lincoln-Douglas", lexeme: "lincolndouglas" },
  { label: "Oxford Style", lexeme: "oxford" },
];

describe("what is looked for", () => {
  it.each([
    ["has each of its words, of the last its beginning", "tea and cof", "'tea' & 'and' & 'cof':*"],
    ["is not begun by less than three letters", "tea or co", "'tea' & 'or' & 'co'"],
    ["is read as text", "it's a\\b:* | (x)", "'it''s' & 'a\\\\b:*' & '(x)':*"],
    ["is nothing where there is no word", " % & _ ! ", ""],
    ["finds by a label what is stored for it", "chatgpt tea", "('chatgpt' | 'openai') & 'tea':*"],
    ["finds a label that is still typed", "tea CHATG", "'tea' & ('CHATG':* | 'openai')"],
    ["takes no other word for a label", "chat tea", "'chat' & 'tea':*"],
    [
      "finds a label of two words by either, and by both",
      "oxford lincoln-douglas style",
      "('oxford' | 'oxford') & ('lincoln-douglas' | 'lincolndouglas') & ('style':* | 'oxford')",
    ],
    ["takes a word that is a label's in part for none", "lincoln-cat", "'lincoln-cat':*"],
    ["has an end", "a ".repeat(30), Array(20).fill("'a'").join(" & ")],
  ])("%s: %j", (_what, text, words) => {
    expect(buildTsQuery(text, MEANINGS)).toBe(words);
  });
});
