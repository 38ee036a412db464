export type Range = readonly [first: number, last: number];

/** Less of a text than this, and what is left of it says something else. */
const ENOUGH = 0.7;

const isIn = (ranges: readonly Range[], character: string): boolean => {
  const code = character.codePointAt(0) ?? 0;
  return ranges.some(([first, last]) => code >= first && code <= last);
};

/** Steers the text's direction; the two joiners shape words instead. */
const CONTROLS = /(?![\u200c\u200d])\p{Cf}/gu;
const FIRST_TO_LAST_LETTER = /[\p{L}\p{N}][^]*[\p{L}\p{N}]/u;
const lettersIn = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** Whether a picture that cannot be drawn stands between words, as if it were one. */
const hasLostWord = (text: string, ranges: readonly Range[]): boolean =>
  (FIRST_TO_LAST_LETTER.exec(text)?.[0].match(/\p{Extended_Pictographic}/gu) ?? []).some(
    (each) => !isIn(ranges, each),
  );

/**
 * A text without what there is no glyph for: emoji, and signs that only steer its direction. Null
 * where most of it would be missing, as in a script that the fonts do not know.
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

/** Whether a text is read from the right, as its first letter is. */
export const isRightToLeft = (text: string): boolean =>
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text);
