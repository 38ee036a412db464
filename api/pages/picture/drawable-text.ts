export type CodePointRange = readonly [first: number, last: number];

/** Minimum fraction of letters that must be drawable, so that the meaning stays. */
const MIN_DRAWABLE_SHARE = 0.7;

const isInRanges = (ranges: readonly CodePointRange[], character: string): boolean => {
  const code = character.codePointAt(0) ?? 0;
  return ranges.some(([first, last]) => code >= first && code <= last);
};

/** Format characters such as direction marks, except the two joiners, which shape letters. */
const CONTROL_CHARACTERS = /(?![\u200c\u200d])\p{Cf}/gu;
const FIRST_TO_LAST_LETTER = /[\p{L}\p{N}][^]*[\p{L}\p{N}]/u;
const countLetters = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** Whether a pictograph without a glyph stands between words, where it may replace a word. */
const hasUndrawableWord = (text: string, ranges: readonly CodePointRange[]): boolean =>
  (FIRST_TO_LAST_LETTER.exec(text)?.[0].match(/\p{Extended_Pictographic}/gu) ?? []).some(
    (each) => !isInRanges(ranges, each),
  );

/**
 * Returns the text without characters that have no glyph, such as emoji. Null if most letters would
 * be missing, for example in an unsupported script.
 */
export const toDrawableText = (text: string, ranges: readonly CodePointRange[]): string | null => {
  const whole = text.normalize("NFC").replace(CONTROL_CHARACTERS, "");
  const drawn = Array.from(whole)
    .filter((each) => isInRanges(ranges, each))
    .join("");
  const letters = countLetters(whole);
  if (hasUndrawableWord(whole, ranges)) return null;
  if (letters === 0 || countLetters(drawn) / letters < MIN_DRAWABLE_SHARE) return null;
  return drawn.replace(/\s+/g, " ").trim();
};

/** Whether a text is read from right to left, by its first letter. */
export const isRightToLeft = (text: string): boolean =>
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text);
