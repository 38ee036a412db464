export type Range = readonly [first: number, last: number];

/** Less of a text than this, and what is left of it says something else. */
const ENOUGH = 0.7;

const isIn = (ranges: readonly Range[], character: string): boolean => {
  const code = character.codePointAt(0) ?? 0;
  return ranges.some(([first, last]) => code >= first && code <= last);
};

/** Steers the text's direction; the two joiners shape words instead. */
const isControl = (character: string): boolean => /^(?![\u200c\u200d])\p{Cf}/u.test(character);
const isLetter = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);

/** Whether a picture that cannot be drawn stands between words, as if it were one. */
const hasLostWord = (characters: readonly string[], ranges: readonly Range[]): boolean =>
  characters
    .slice(characters.findIndex(isLetter), characters.findLastIndex(isLetter))
    .some((each) => /\p{Extended_Pictographic}/u.test(each) && !isIn(ranges, each));

/**
 * A text without what there is no glyph for: emoji, and signs that only steer its direction. Null
 * where most of it would be missing, as in a script that the fonts do not know.
 */
export const drawableText = (text: string, ranges: readonly Range[]): string | null => {
  const characters = Array.from(text.normalize("NFC"));
  const drawn = characters.filter((each) => isIn(ranges, each) && !isControl(each));
  const letters = characters.filter(isLetter).length;
  if (hasLostWord(characters, ranges)) return null;
  if (letters === 0 || drawn.filter(isLetter).length / letters < ENOUGH) return null;
  return drawn.join("").replace(/\s+/g, " ").trim();
};

/** Whether a text is read from the right, as its first letter is. */
export const isRightToLeft = (text: string): boolean =>
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text);
