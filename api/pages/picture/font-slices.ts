import { readFile } from "node:fs/promises";
import { LRUCache } from "lru-cache";
import type { LanguageTag } from "#shared/domain/debates/language/language.ts";
import { loadFont, type LoadedFont, requireFromRoot } from "./fonts.ts";

/**
 * Large fonts, split into slices of about 100 glyphs. Chinese and Japanese have different fonts,
 * because some of their common characters look different.
 */
const CHINESE_PACKAGE = "@fontsource/noto-sans-sc";
const JAPANESE_PACKAGE = "@fontsource/biz-udpgothic";
const KOREAN_PACKAGE = "@fontsource/nanum-gothic";
const WEIGHT = 700;

/**
 * Returns the font package for a Chinese or Japanese text; undefined for other languages. This font
 * also draws the text's quotation marks, dashes and Latin words, if it has glyphs for them.
 */
const findOwnPackage = (language: LanguageTag): string | undefined =>
  ({ zh: CHINESE_PACKAGE, ja: JAPANESE_PACKAGE })[language.split("-", 1)[0] ?? ""];

/**
 * Returns the loaded fonts that a Chinese or Japanese text tries before all others. Empty for other
 * languages.
 */
export const listOwnFonts = (language: LanguageTag, slices: readonly LoadedFont[]): string[] => {
  const family = findOwnPackage(language);
  return slices
    .map(({ font }) => font.name)
    .filter((name) => family !== undefined && name.startsWith(family));
};

const listPackages = (language: LanguageTag): readonly string[] =>
  /^ja\b/.test(language)
    ? [JAPANESE_PACKAGE, CHINESE_PACKAGE, KOREAN_PACKAGE]
    : [CHINESE_PACKAGE, JAPANESE_PACKAGE, KOREAN_PACKAGE];

/**
 * Scripts in which few topics are written. The font of each script is loaded only for texts in this
 * script; it consists of one subset with the script's name.
 */
const SCRIPTS_WITH_FONT =
  "Thai Lao Khmer Bengali Gujarati Gurmukhi Kannada Malayalam Oriya Tamil Telugu Ethiopic Armenian Georgian"
    .split(" ")
    .map((script) => ({
      letters: new RegExp(`\\p{Script=${script}}`, "u"),
      subset: script.toLowerCase(),
      family: `@fontsource/noto-sans-${script.toLowerCase()}`,
    }));

/** The cached slices take at most about 4 MB. A long topic needs about 20 slices. */
const MAX_SLICES = 100;
const slices = new LRUCache<string, Promise<LoadedFont>>({ max: MAX_SLICES });

const loadSlice = (family: string, subset: string): Promise<LoadedFont> => {
  const key = `${family} ${subset}`;
  const cached = slices.get(key);
  if (cached) return cached;
  const loaded = loadFont({ family, weight: WEIGHT }, subset);
  slices.set(key, loaded);
  loaded.catch(() => slices.delete(key));
  return loaded;
};

interface CodePointRange {
  from: number;
  to: number;
  subset: string;
}

/** Parses the package's list of slices: `{ "[4]": "U+1f1e9-1f1f5,U+1f21a" }`. */
const readRanges = async (family: string): Promise<CodePointRange[]> => {
  const file = requireFromRoot.resolve(`${family}/unicode.json`);
  const list: Record<string, string> = JSON.parse(await readFile(file, "utf8"));
  return Object.entries(list)
    .filter(([name]) => name.startsWith("["))
    .flatMap(([name, ranges]) =>
      ranges.split(",").map((range) => {
        const [from = "", to = from] = range.replace("U+", "").split("-");
        return {
          from: Number.parseInt(from, 16),
          to: Number.parseInt(to, 16),
          subset: name.slice(1, -1),
        };
      }),
    );
};

const rangesOfPackages = new Map<string, Promise<CodePointRange[]>>();

const findSubset = async (family: string, codePoint: number): Promise<string | undefined> => {
  const known = rangesOfPackages.get(family) ?? readRanges(family);
  rangesOfPackages.set(family, known);
  const ranges = await known;
  return ranges.find(({ from, to }) => codePoint >= from && codePoint <= to)?.subset;
};

const LETTER_WITH_SLICE = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/u;

/**
 * Loads the fonts that the text needs: those of the scripts in `SCRIPTS_WITH_FONT`, and the slices
 * with its Chinese, Japanese and Korean characters.
 */
export const loadSlices = async (
  text: string,
  language: LanguageTag,
  hasGlyph: (codePoint: number) => boolean,
): Promise<LoadedFont[]> => {
  const scripts = SCRIPTS_WITH_FONT.filter(({ letters }) => letters.test(text));
  const loaded = new Set<LoadedFont>(
    await Promise.all(scripts.map(({ family, subset }) => loadSlice(family, subset))),
  );
  if (!LETTER_WITH_SLICE.test(text)) return [...loaded];
  const ownPackage = findOwnPackage(language);
  for (const character of new Set(text.normalize("NFC"))) {
    const codePoint = character.codePointAt(0) ?? 0;
    const isCovered = () => [...loaded].some(({ glyphs }) => glyphs.has(codePoint));
    for (const family of listPackages(language)) {
      if (isCovered() || (family !== ownPackage && hasGlyph(codePoint))) break;
      const subset = await findSubset(family, codePoint);
      if (subset !== undefined) loaded.add(await loadSlice(family, subset));
    }
  }
  return [...loaded];
};
