import { loadLanguageDetector } from "#infra/language/detect-language.ts";
import {
  type Language,
  type LanguageTag,
  TESTED_LANGUAGES,
} from "#shared/domain/debates/language/language.ts";
import { isInWrongLanguage } from "#shared/domain/debates/language/turn-language.ts";
import { SPEECHES } from "../helpers/speeches-by-language.ts";

const isWrong = async (text: string, expected: LanguageTag) =>
  isInWrongLanguage(text, expected, await loadLanguageDetector());
const others = (language: Language) => TESTED_LANGUAGES.filter((other) => other !== language);
const sentencesOf = (language: (typeof TESTED_LANGUAGES)[number]) =>
  [...new Intl.Segmenter(language, { granularity: "sentence" }).segment(SPEECHES[language])].map(
    ({ segment }) => segment.trim(),
  );

describe("the language of a turn", () => {
  it.each(TESTED_LANGUAGES)("is right for a speech in %s", async (language) => {
    expect(await isWrong(SPEECHES[language], language)).toBe(false);
  });

  it.each(TESTED_LANGUAGES)("is wrong for a speech in any other language than %s", async (own) => {
    for (const other of others(own)) {
      expect([other, await isWrong(SPEECHES[other], own)]).toEqual([other, true]);
    }
  });

  it.each(TESTED_LANGUAGES)("is right for a speech that is half in %s", async (own) => {
    for (const other of others(own)) {
      const parts = [sentencesOf(own), sentencesOf(other)].flatMap((sentences) =>
        sentences.slice(0, Math.ceil(sentences.length / 2)),
      );
      for (const text of [parts.join(" "), parts.toReversed().join(" ")])
        expect([other, await isWrong(text, own)]).toEqual([other, false]);
    }
  });

  it.each([
    ["“", "”"],
    ["„", "“"],
    ["«", "»"],
    ["»", "«"],
    ["「", "」"],
    ["『", "』"],
    ['"', '"'],
    ["\n> ", "\n"],
  ])("ignores a long quotation in %s%s", async (opening, closing) => {
    const quote = `${opening}${SPEECHES.de}${closing}`;
    expect(await isWrong(`${SPEECHES.es} ${quote} ${quote} ${quote}`, "es")).toBe(false);
    const comment = "Eso dijo mi oponente.";
    expect(await isWrong(`${quote} ${quote} ${comment}`, "es")).toBe(false);
  });

  it("is not checked up to 200 letters", async () => {
    const letters = SPEECHES.en.match(/\p{L}/gu)?.length ?? 0;
    expect(letters).toBeGreaterThan(200);
    let text = SPEECHES.en.slice(0, 270);
    while ((text.match(/\p{L}/gu)?.length ?? 0) > 200) text = text.slice(0, -1);
    expect(await isWrong(`${text} 1 2 3 4 — 5`, "es")).toBe(false);
    expect(await isWrong(`${text} x`, "es")).toBe(true);
  });

  it("is right for text without a detectable language", async () => {
    for (const text of ["😀".repeat(300), "1234567890 ".repeat(40), "ᚠᚢᚦᚨᚱᚲ ".repeat(50)])
      expect([text, await isWrong(text, "es")]).toEqual([text, false]);
  });

  it("is right for Danish in a Norwegian debate, which detectors confuse", async () => {
    const danish =
      "Firedagesugen er ikke en luksus, den er en rettelse. Virksomheder, der har prøvet den, producerer lige så meget på færre timer, og deres folk er sjældnere syge. Min modstander siger, at hospitaler ikke kan lukke en dag, men det foreslår ingen. Vagterne deles, som de deles i dag.";
    expect(await isWrong(danish, "no")).toBe(false);
    expect(await isWrong(danish, "es")).toBe(true);
  });

  it.each([
    ["pt-BR", "pt"],
    ["zh-Hant-TW", "zh"],
    ["es-419", "es"],
  ] as const)("compares only the language of %s", async (tag, language) => {
    expect(await isWrong(SPEECHES[language], tag)).toBe(false);
    expect(await isWrong(SPEECHES.en, tag)).toBe(true);
  });

  it("is not checked for an unusual script, which the detector does not know", async () => {
    expect(await isWrong(SPEECHES.de, "sr")).toBe(true);
    expect(await isWrong(SPEECHES.de, "sr-Latn")).toBe(false);
  });

  it("is right for Chinese with many English names", async () => {
    const names = SPEECHES.zh.replaceAll("公司", "Microsoft Japan Incorporated");
    expect(await isWrong(names.replaceAll("医院", "Mayo Clinic Hospital"), "zh")).toBe(false);
  });
});
