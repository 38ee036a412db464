import { splitGraphemes } from "./emoji-images.ts";

/**
 * Invisible format characters, such as direction marks. Joiners and the tags of flags are excluded,
 * because they change how letters and flags look.
 */
const CONTROL_CHARACTERS = /(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])\p{Cf}/gu;
const JOINER = /[\u200c\u200d]/;
/** Marks that satori misplaces unless they are part of a precomposed letter. */
const COMBINING_MARK = /[\u0300-\u036f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]/;
const LETTER = /[\p{L}\p{N}]/u;
/** Pictographs and flags, with skin tones, variation selectors and joiners. */
const PICTOGRAPH =
  /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\ufe0f\u200d]/u;

/** Whether a font has a glyph for the code point. */
type HasGlyph = (codePoint: number) => boolean;

const isDrawable = (character: string, hasGlyph: HasGlyph): boolean =>
  JOINER.test(character) ||
  (hasGlyph(character.codePointAt(0) ?? 0) && !COMBINING_MARK.test(character));

/**
 * Returns the character, or plain characters with the same meaning: a bold mathematical B becomes
 * B. Null if the fonts have a glyph for neither.
 */
const findDrawable = (character: string, hasGlyph: HasGlyph): string | null =>
  [character, character.normalize("NFKC")].find((text) =>
    Array.from(text).every((character) => isDrawable(character, hasGlyph)),
  ) ?? null;

/**
 * Matches a number with its signs, or a letter. The last letter before a number decides the
 * number's direction.
 */
const NUMBER_OR_LETTER =
  /((?<!\p{L})[#$%+°\u20a0-\u20bf\u2030-]{0,3})(\d(?:[\d.,:/]{0,30}\d)?)([#$%+°\u20a0-\u20bf\u2030]{0,3})|\p{L}/gu;
const HEBREW = /\p{Script=Hebrew}/u;

/**
 * Swaps the signs before and after a number that follows Hebrew words, because satori draws them on
 * the wrong side.
 */
const swapHebrewNumberSigns = (text: string): string => {
  let isHebrew = isRightToLeft(text) && HEBREW.test(text);
  return text.replace(
    NUMBER_OR_LETTER,
    (match: string, before = "", number?: string, after = "") => {
      if (number !== undefined) return isHebrew ? after + number + before : match;
      isHebrew = HEBREW.test(match);
      return match;
    },
  );
};

/**
 * Matches text in scripts without spaces between words. Satori would break such text at any letter.
 */
const WORDS_WITHOUT_SPACES = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]+/gu;
const words = new Intl.Segmenter("und", { granularity: "word" });
/** This space has no width and allows a line break. */
const ZERO_WIDTH_SPACE = "\u200b";

/**
 * Inserts zero-width spaces between the words of Thai, Lao and Khmer, which are written without
 * spaces, so that lines can end there.
 */
const separateWords = (text: string): string =>
  text.replace(WORDS_WITHOUT_SPACES, (run) =>
    Array.from(words.segment(run), ({ segment }) => segment).join(ZERO_WIDTH_SPACE),
  );

/** No picture has room for more. `Intl.Segmenter` takes quadratic time in Node 20. */
const MAX_TEXT_LENGTH = 2000;

/**
 * Returns the text as it can be drawn: replaces characters without a glyph by similar ones (see
 * `findDrawable`), and drops emoji without an image at the start and end. Returns null if a
 * character has no replacement, if the text is too long, or if it has neither a letter nor an emoji
 * with an image.
 */
export const toDrawableText = (
  text: string,
  hasGlyph: HasGlyph,
  hasImage: (emoji: string) => boolean = () => false,
): string | null => {
  if (text.length > MAX_TEXT_LENGTH) return null;
  const graphemes = splitGraphemes(
    text.normalize("NFC").replace(CONTROL_CHARACTERS, "").replace(/\s+/g, " "),
  );
  const isWord = (grapheme: string) => LETTER.test(grapheme) || hasImage(grapheme);
  const [first, last] = [graphemes.findIndex(isWord), graphemes.findLastIndex(isWord)];
  if (first === -1) return null;
  const drawn = graphemes.flatMap((grapheme, index) => {
    if (hasImage(grapheme)) return grapheme;
    const isAroundWords = index < first || index > last;
    return Array.from(grapheme, (character) => {
      if (isAroundWords && JOINER.test(character)) return "";
      return (
        findDrawable(character, hasGlyph) ??
        (isAroundWords && PICTOGRAPH.test(character) ? "" : null)
      );
    });
  });
  if (drawn.includes(null)) return null;
  return separateWords(swapHebrewNumberSigns(drawn.join("").replace(/ +/g, " ").trim()));
};

/** The number of characters that a drawable text shows. */
export const countCharacters = (text: string): number =>
  text.replaceAll(ZERO_WIDTH_SPACE, "").length;

/** Whether a text is read from right to left, which its first letter decides. */
export const isRightToLeft = (text: string): boolean =>
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text);
