import { parse } from "opentype.js";
import type { LanguageTag } from "#shared/domain/debates/language/language.ts";
import { listOwnFonts, loadSlices } from "#api/pages/picture/font-slices.ts";
import { loadFonts, type LoadedFont } from "#api/pages/picture/fonts.ts";

/** Loads a text's fonts as if the Latin fonts had glyphs for all characters below U+2E80. */
const loadSlicesOf = (text: string, language: LanguageTag): Promise<LoadedFont[]> =>
  loadSlices(text, language, (codePoint) => codePoint < 0x2e80);

const readMetrics = ({ font }: LoadedFont): string => {
  const { ascender, descender, unitsPerEm } = parse(new Uint8Array(font.data).buffer);
  return [ascender, descender].map((length) => (length / unitsPerEm).toFixed(2)).join();
};

test("all fonts of share pictures have the same ascender and descender", async () => {
  const fonts = [
    ...(await loadFonts()),
    ...(await loadSlicesOf("每周工作", "zh")),
    ...(await loadSlicesOf("週四日勤務は", "ja")),
    ...(await loadSlicesOf("도시는", "ko")),
    ...(await loadSlicesOf("เมืองควร", "th")),
  ];
  expect(new Set(fonts.map(readMetrics))).toEqual(new Set(["0.93,-0.27"]));
});

test.each([
  ["Chinese", "zh", "“AI 不行”……", "@fontsource/noto-sans-sc"],
  ["Taiwanese", "zh-Hant-TW", "「AI 不行」……", "@fontsource/noto-sans-sc"],
  ["Japanese", "ja", "「AIは無理」……", "@fontsource/biz-udpgothic"],
] as const)(
  "quotation marks, dots and Latin words of a %s picture are drawn with its font",
  async (_name, language, text, family) => {
    const slices = await loadSlicesOf(text, language);
    const own = listOwnFonts(language, slices);
    expect(own.every((name) => name.startsWith(family))).toBe(true);
    const glyphs = slices
      .filter(({ font }) => own.includes(font.name))
      .map((slice) => slice.glyphs);
    for (const character of text)
      expect(glyphs.some((each) => each.has(character.codePointAt(0) ?? 0))).toBe(true);
  },
);

test("a Chinese word in an English picture keeps the quotation marks of Latin letters", async () => {
  const slices = await loadSlicesOf("Is “道” a god?", "en");
  expect(slices).toHaveLength(1);
  expect(listOwnFonts("en", slices)).toEqual([]);
});
