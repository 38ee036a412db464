import type { LanguageTag } from "#shared/domain/debates/language/language.ts";
import { bindWords } from "#api/pages/picture/bind-words.ts";
import { createPictureLayout } from "#api/pages/picture/picture-layout.ts";

/** Shows the places where a line may end within a text without spaces. */
const split = (text: string, language: LanguageTag): string =>
  bindWords(text, language)
    .replaceAll(/(?<=[\p{L}\p{N}])(?=[\p{L}\p{N}])/gu, "|")
    .replaceAll("\u034f", "");

test.each([
  ["Chinese words", "zh", "员工生病的次数也减少了", "员工|生病的|次数|也|减少了"],
  [
    "Japanese phrases",
    "ja",
    "短い時間で同じだけの成果が出て",
    "短い|時間で|同じだけの|成果が|出て",
  ],
  ["words with a number", "ja", "10年で変わる", "1|0年で|変わる"],
  ["words of different scripts", "zh", "但AI认为可行", "但|A|I|认为|可行"],
] as const)("lines of a picture end between %s", (_what, language, text, words) => {
  expect(split(text, language)).toBe(words);
});

/** Lists the marks with half of their width. */
const listTightMarks = (layout: object): string[] =>
  Array.from(
    JSON.stringify(layout).matchAll(/"'halt' 1"\},"children":"(.)"/g),
    ([, mark = ""]) => mark,
  );

test("only marks beside another mark or at the start of a Chinese text lose their empty half", () => {
  const card = {
    topic: "“四天，够吗？”他问。（够！）",
    language: "zh",
    for: "ChatGPT",
    against: "Claude",
    models: "",
    format: "Standard",
    judge: null,
    product: "Chatbot Debate",
  } as const;
  expect(listTightMarks(createPictureLayout(card, ["a Chinese font"]))).toEqual([
    "“",
    "？",
    "。",
    "！",
  ]);
  expect(listTightMarks(createPictureLayout(card, []))).toEqual([]);
});
