import { hasUnspacedScript, splitSearchWords } from "#shared/domain/search-words.ts";

const SYNONYMS = [
  { label: "ChatGPT", lexeme: "openai" },
  { label: "GPT's friend", lexeme: "it's" },
  { label: "Lincoln-Douglas", lexeme: "lincolndouglas" },
  { label: "Oxford Style", lexeme: "oxford" },
];

describe("the words of a search", () => {
  it.each<[what: string, text: string, words: string[], synonyms: string[]]>([
    ["are separated by spaces", " tea  and\tcof ", ["tea", "and", "cof"], ["", "", ""]],
    ["keep their special characters", "it's a\\b:* | (x)", ["it's", "a\\b:*", "(x)"], ["", "", ""]],
    ["are those with a letter or digit", " % ـ & ! ", [], []],
    ["include the stored word of a label", "chatgpt tea", ["chatgpt", "tea"], ["'openai'", ""]],
    [
      "include the stored word of an incomplete label",
      "tea CHATG",
      ["tea", "CHATG"],
      ["", "'openai'"],
    ],
    ["have no stored word for a part of a label", "chat tea", ["chat", "tea"], ["", ""]],
    ["quote stored words", "friend x", ["friend", "x"], ["'it''s'", ""]],
    [
      "include the stored word of a label of two words for either word and for both",
      "oxford lincoln-douglas style",
      ["oxford", "lincoln-douglas", "style"],
      ["'oxford'", "'lincolndouglas'", "'oxford'"],
    ],
    ["have all stored words of a prefix", "GPT", ["GPT"], ["'it''s'"]],
    ["have no stored word if only a part fits", "lincoln-cat", ["lincoln-cat"], [""]],
    ["are at most 20", "a ".repeat(30), Array(20).fill("a"), Array(20).fill("")],
  ])("%s: %j", (_what, text, words, synonyms) => {
    expect(splitSearchWords(text, SYNONYMS)).toMatchObject({ words, synonyms });
  });

  it.each([
    ["tea co", false],
    ["tea cof", true],
    ["", false],
  ])("end with a prefix of at least three letters: %j", (text, lastIsPrefix) => {
    expect(splitSearchWords(text).lastIsPrefix).toBe(lastIsPrefix);
  });
});

describe("a script whose words are stored as bigrams", () => {
  it.each(["猫", "AI時代", "テスト", "ー", "고양이", "บ้าน", "ລາວ", "ខ្មែរ"])("is in %s", (text) => {
    expect(hasUnspacedScript(text)).toBe(true);
  });

  it.each(["cat", "café", "кот", "قطة", "חתול", "बिल्ली", "「cat」", "cat。"])(
    "is not in %s",
    (text) => {
      expect(hasUnspacedScript(text)).toBe(false);
    },
  );
});
