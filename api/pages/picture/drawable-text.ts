export type Range = readonly [first: number, last: number];

/** Minimum fraction of letters that must be drawable, so that the meaning stays. */
const ENOUGH = 0.7;

const isIn = (ranges: readonly Range[], character: string): boolean => {
  const code = character.codePointAt(0) ?? 0;
  return ranges.some(([first, last]) => code >= first && code <= last);
};

/** Format characters such as direction marks, except the two joiners, which shape letters. */
const CONTROLS = /(?![\u200c\u200d])\p{Cf}/gu;
const FIRST_TO_LAST_LETTER = /[\p{L}\p{N}][^]*[\p{L}\p{N}]/u;
const lettersIn = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** Whether a pictograph without a glyph stands between words, where it may replace a word. */
const hasLostWord = (text: string, ranges: readonly Range[]): boolean =>
  (FIRST_TO_LAST_LETTER.exec(text)?.[0].match(/\p{Extended_Pictographic}/gu) ?? []).some(
    (each) => !isIn(ranges, each),
  );

/**
 * Returns the text without characters that have no glyph, such as emoji. Null if most letters would
 * be missing, for example in an unsupported script.
 */
export const drawableText = (text: string, ranges: readonly Range[]): string | null => {
  const whole = text.normalize("NFC").replace(CONTROLS, "");
  const drawn = Array.from(whole)
    .filter((each) => isIn(ranges, each))
    .join("");
  const letters = lettersIn(whole);
  if (hasLostWord(whole, ranges)) return null;
  if (letters === 0 || lettersIn(drawn) / letters < ENOUGH) return null;
  return drawn.replace(/\s+/g, " ").trim();
};

/** Whether a text is read from right to left, by its first letter. */
export const isRightToLeft = (text: string): boolean =>
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text);
