/** A combining mark, a joiner, or the second half of a character outside the BMP. */
const INSIDE_CHARACTER = /^(?:[\p{M}\u200d]|[\udc00-\udfff])/u;

/**
 * Returns the last position up to `at` where a cut does not separate a letter from its marks, such
 * as accents. Returns `at` if the text has no such position except its beginning.
 */
export const findCharacterStart = (text: string, at: number): number => {
  let start = at;
  while (start > 0 && INSIDE_CHARACTER.test(text.charAt(start))) start--;
  return start > 0 ? start : at;
};
