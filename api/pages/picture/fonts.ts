import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import type { Font } from "satori";

const HEADING = "@fontsource/bricolage-grotesque";
const TEXT = "@fontsource/inter";

interface Face {
  family: string;
  weight: 500 | 700;
  subsets: readonly string[];
}

/**
 * Glyphs missing in the heading font are taken from the text font, and then from the fonts of
 * single scripts. Marks must be part of precomposed letters, because satori misplaces separate
 * ones.
 */
const FACES: readonly Face[] = [
  { family: HEADING, weight: 700, subsets: ["latin", "latin-ext", "vietnamese"] },
  {
    family: TEXT,
    weight: 500,
    subsets: ["latin", "latin-ext", "vietnamese", "cyrillic", "cyrillic-ext", "greek", "greek-ext"],
  },
  { family: "@fontsource/vazirmatn", weight: 700, subsets: ["arabic"] },
  { family: "@fontsource/noto-sans-hebrew", weight: 700, subsets: ["hebrew"] },
  { family: "@fontsource/noto-sans-devanagari", weight: 700, subsets: ["devanagari"] },
];

export const HEADING_FONT = [HEADING, TEXT].join();
export const TEXT_FONT = TEXT;

/** Resolves from the working directory, where node_modules is. */
const fileOf = (name: string): string => createRequire(path.resolve("package.json")).resolve(name);

const fontOf = async (face: Face, subset: string): Promise<Font> => {
  const [, name = ""] = face.family.split("/");
  const file = `${face.family}/files/${name}-${subset}-${face.weight}-normal.woff`;
  return {
    name: subset === "latin" ? face.family : `${face.family} ${subset}`,
    data: await readFile(fileOf(file)),
    weight: face.weight,
    style: "normal",
  };
};

export const loadFonts = (): Promise<Font[]> =>
  Promise.all(FACES.flatMap((face) => face.subsets.map((subset) => fontOf(face, subset))));

type Range = readonly [first: number, last: number];

const rangeOf = (text: string): Range => {
  const [first = "", last = first] = text.replace("U+", "").split("-");
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
};

const rangesOf = async ({ family, subsets }: Face): Promise<Range[]> => {
  const text = await readFile(fileOf(`${family}/unicode.json`), "utf8");
  const ranges: Record<string, string> = JSON.parse(text);
  return subsets.flatMap((subset) => ranges[subset]?.split(",").map(rangeOf) ?? []);
};

export const loadRanges = async (): Promise<Range[]> =>
  (await Promise.all(FACES.map(rangesOf))).flat();
