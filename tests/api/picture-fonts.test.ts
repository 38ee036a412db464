import { Resvg } from "@resvg/resvg-js";
import { parse } from "opentype.js";
import type { LanguageTag } from "#shared/domain/debates/language/language.ts";
import drawPicture from "#api/pages/picture/draw-picture.ts";
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

/** The rows of a picture that contain a quote of one line, and the columns right of its bar. */
const QUOTE_AREA = { top: 270, bottom: 400, left: 110, right: 1090 };

/** Returns the widths in pixels of the gaps between the words of a quote. */
const measureGaps = async (text: string, language: LanguageTag): Promise<number[]> => {
  const png = await drawPicture({
    topic: text,
    language,
    for: "ChatGPT",
    against: "Claude",
    judge: "Grok",
    format: "Standard",
    product: "Chatbot Debate",
    quote: { text, role: null },
    models: "",
  });
  const href = `data:image/png;base64,${Buffer.from(png).toString("base64")}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><image href="${href}"/></svg>`;
  const { pixels, width } = new Resvg(svg).render();
  const { top, bottom, left, right } = QUOTE_AREA;
  const isBright = (x: number) => {
    for (let y = top; y < bottom; y += 1)
      if ((pixels[(y * width + x) * 4 + 1] ?? 0) > 128) return true;
    return false;
  };
  const columns = Array.from({ length: right - left }, (_none, x) =>
    isBright(left + x) ? "#" : " ",
  );
  return columns
    .join("")
    .trim()
    .split(/#+/)
    .map((gap) => gap.length)
    .filter((px) => px >= 10);
};

test.each([
  ["Hebrew", "he", "חולים פחות, אבל איש אינו. רופא"],
  ["Arabic", "ar", "مريض واحد. يقول دون ذلك. ولا"],
  ["Hindi", "hi", "सकते, लेकिन नहीं, यह एक सुधार"],
] as const)(
  "the words of a %s quote have equal gaps, also after a mark",
  async (_name, tag, text) => {
    const gaps = await measureGaps(text, tag);
    expect(gaps).toHaveLength(text.split(" ").length - 1);
    expect(Math.max(...gaps) / Math.min(...gaps)).toBeLessThan(1.5);
  },
);
