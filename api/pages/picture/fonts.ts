import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import type { Font } from "satori";

const HEADING_PACKAGE = "@fontsource/bricolage-grotesque";
const TEXT_PACKAGE = "@fontsource/inter";

interface FontFace {
  family: string;
  weight: 500 | 700;
  subsets: readonly string[];
}

/**
 * Glyphs missing in the heading font are taken from the text font, and then from the fonts of
 * single scripts. Marks must be part of precomposed letters, because satori misplaces separate
 * ones.
 */
const FONT_FACES: readonly FontFace[] = [
  { family: HEADING_PACKAGE, weight: 700, subsets: ["latin", "latin-ext", "vietnamese"] },
  {
    family: TEXT_PACKAGE,
    weight: 500,
    subsets: ["latin", "latin-ext", "vietnamese", "cyrillic", "cyrillic-ext", "greek", "greek-ext"],
  },
  { family: "@fontsource/vazirmatn", weight: 700, subsets: ["arabic"] },
  { family: "@fontsource/noto-sans-hebrew", weight: 700, subsets: ["hebrew"] },
  { family: "@fontsource/noto-sans-devanagari", weight: 700, subsets: ["devanagari"] },
];

export const HEADING_FONT = [HEADING_PACKAGE, TEXT_PACKAGE].join();
export const TEXT_FONT = TEXT_PACKAGE;

/** Resolves from the working directory, where node_modules is. */
const resolvePackageFile = (name: string): string =>
  createRequire(path.resolve("package.json")).resolve(name);

const loadFont = async (face: FontFace, subset: string): Promise<Font> => {
  const [, name = ""] = face.family.split("/");
  const file = `${face.family}/files/${name}-${subset}-${face.weight}-normal.woff`;
  return {
    name: subset === "latin" ? face.family : `${face.family} ${subset}`,
    data: await readFile(resolvePackageFile(file)),
    weight: face.weight,
    style: "normal",
  };
};

export const loadFonts = (): Promise<Font[]> =>
  Promise.all(FONT_FACES.flatMap((face) => face.subsets.map((subset) => loadFont(face, subset))));

type CodePointRange = readonly [first: number, last: number];

const parseRange = (text: string): CodePointRange => {
  const [first = "", last = first] = text.replace("U+", "").split("-");
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
};

const loadFaceRanges = async ({ family, subsets }: FontFace): Promise<CodePointRange[]> => {
  const text = await readFile(resolvePackageFile(`${family}/unicode.json`), "utf8");
  const ranges: Record<string, string> = JSON.parse(text);
  return subsets.flatMap((subset) => ranges[subset]?.split(",").map(parseRange) ?? []);
};

export const loadGlyphRanges = async (): Promise<CodePointRange[]> =>
  (await Promise.all(FONT_FACES.map(loadFaceRanges))).flat();
