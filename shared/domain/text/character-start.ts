/** A combining mark, a joiner, or the second half of a character outside the BMP. */
const INSIDE_CHARACTER = /^(?:[\p{M}\u200d]|[\udc00-\udfff])/u;

/**
 * Returns the last position up to `at` where a text can be cut without separating a character from
 * its marks. Returns `at` if there is none after the start.
 */
export const findCharacterStart = (text: string, at: number): number => {
  let start = at;
  while (start > 0 && INSIDE_CHARACTER.test(text.charAt(start))) start--;
  return start > 0 ? start : at;
};
