import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import type * as OpenType from "opentype.js";
import type { Font } from "satori";
import { unifyLineMetrics } from "./line-metrics.ts";

const HEADING_PACKAGE = "@fontsource/bricolage-grotesque";
const TEXT_PACKAGE = "@fontsource/inter";
const ARABIC_PACKAGE = "@fontsource/vazirmatn";
const HEBREW_PACKAGE = "@fontsource/noto-sans-hebrew";
const DEVANAGARI_PACKAGE = "@fontsource/noto-sans-devanagari";

interface FontFace {
  family: string;
  weight: 400 | 500 | 700;
  subsets: readonly string[];
}

/**
 * Glyphs missing in the heading font are taken from the text font, and then from the fonts of
 * single scripts. A letter and its accent must be one character, because satori misplaces a
 * separate accent.
 */
const FONT_FACES: readonly FontFace[] = [
  { family: HEADING_PACKAGE, weight: 700, subsets: ["latin", "latin-ext", "vietnamese"] },
  {
    family: TEXT_PACKAGE,
    weight: 500,
    subsets: ["latin", "latin-ext", "vietnamese", "cyrillic", "cyrillic-ext", "greek", "greek-ext"],
  },
  { family: ARABIC_PACKAGE, weight: 700, subsets: ["arabic", "latin"] },
  { family: HEBREW_PACKAGE, weight: 700, subsets: ["hebrew", "latin"] },
  { family: DEVANAGARI_PACKAGE, weight: 700, subsets: ["devanagari", "latin"] },
  // This font has arrows and mathematical signs. Its only file is named "latin".
  { family: "@fontsource/noto-sans-math", weight: 400, subsets: ["latin"] },
];

export const HEADING_FONT = [HEADING_PACKAGE, TEXT_PACKAGE].join();
export const TEXT_FONT = TEXT_PACKAGE;

/**
 * Returns the fonts of a text in Arabic, Hebrew or Devanagari letters. Its marks and spaces are
 * drawn in the same font, because the spaces of the heading font are narrower.
 */
export const listScriptFonts = (text: string): string[] => {
  const family = [
    { letters: /\p{Script=Arabic}/u, fonts: [`${ARABIC_PACKAGE} arabic`, ARABIC_PACKAGE] },
    { letters: /\p{Script=Hebrew}/u, fonts: [`${HEBREW_PACKAGE} hebrew`, HEBREW_PACKAGE] },
    {
      letters: /\p{Script=Devanagari}/u,
      fonts: [`${DEVANAGARI_PACKAGE} devanagari`, DEVANAGARI_PACKAGE],
    },
  ].find(({ letters }) => letters.test(text));
  return family?.fonts ?? [];
};

/** Resolves packages from the working directory, which contains node_modules. */
export const requireFromRoot = createRequire(path.resolve("package.json"));
/**
 * opentype.js is loaded with `require`, because Node cannot list the exports of this CommonJS
 * module for an import.
 */
const { parse }: typeof OpenType = requireFromRoot("opentype.js");

/** A font and the code points that it has a glyph for. */
export interface LoadedFont {
  font: Font;
  glyphs: ReadonlySet<number>;
}

const listGlyphs = (data: Buffer): ReadonlySet<number> => {
  const glyphs: Record<string, number> =
    parse(new Uint8Array(data).buffer).tables["cmap"]?.glyphIndexMap ?? {};
  return new Set(Object.keys(glyphs).map(Number));
};

/** Loads one subset of a font. The latin subset has the name of the family. */
export const loadFont = async (
  { family, weight }: Pick<FontFace, "family" | "weight">,
  subset: string,
): Promise<LoadedFont> => {
  const [, name = ""] = family.split("/");
  const file = `${family}/files/${name}-${subset}-${weight}-normal.woff`;
  const data = unifyLineMetrics(await readFile(requireFromRoot.resolve(file)));
  const font: Font = {
    name: subset === "latin" ? family : `${family} ${subset}`,
    data,
    weight,
    style: "normal",
  };
  return { font, glyphs: listGlyphs(data) };
};

export const loadFonts = (): Promise<LoadedFont[]> =>
  Promise.all(FONT_FACES.flatMap((face) => face.subsets.map((subset) => loadFont(face, subset))));
