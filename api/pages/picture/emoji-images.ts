import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { requireFromRoot } from "./fonts.ts";

const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;
/**
 * Matches emoji that are always images. Others, such as ©, are drawn with a font if it has a glyph
 * for them.
 */
const COLOURED = /\p{Emoji_Presentation}|\ufe0f/u;
const JOINER = "\u200d";

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/** Splits a text into what readers see as one character, such as a flag of two code points. */
export const splitGraphemes = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment);

/**
 * In `@twemoji/svg`, a file has the name of its emoji's code points. Variation selectors are a part of
 * the name only if the emoji also has a joiner.
 */
const getFileName = (emoji: string): string =>
  Array.from(emoji.includes(JOINER) ? emoji : emoji.replaceAll("\ufe0f", ""), (character) =>
    character.codePointAt(0)?.toString(16),
  ).join("-");

const findFolder = () => path.dirname(requireFromRoot.resolve("@twemoji/svg/package.json"));
let files: Promise<ReadonlySet<string>> | undefined;

/**
 * Returns an image as a data URL. Null if the package has none of this emoji, for example because
 * the emoji is newer.
 */
const readImage = async (emoji: string): Promise<string | null> => {
  const file = `${getFileName(emoji)}.svg`;
  files ??= readdir(findFolder()).then((names) => new Set(names));
  if (!(await files).has(file)) return null;
  const image = await readFile(path.join(findFolder(), file), "base64");
  return `data:image/svg+xml;base64,${image}`;
};

/** Reads the images of a text's emoji, as data URLs. Emoji without an image are left out. */
export const loadEmojiImages = async (
  text: string,
  hasGlyph: (codePoint: number) => boolean,
): Promise<Record<string, string>> => {
  const emoji = new Set(splitGraphemes(text).filter((grapheme) => EMOJI.test(grapheme)));
  const images = await Promise.all(
    Array.from(emoji, async (grapheme) => {
      const isSign = !COLOURED.test(grapheme) && hasGlyph(grapheme.codePointAt(0) ?? 0);
      return [grapheme, isSign ? null : await readImage(grapheme)] as const;
    }),
  );
  return Object.fromEntries(
    images.flatMap(([grapheme, image]) => (image === null ? [] : [[grapheme, image] as const])),
  );
};
