/** A combining mark, a joiner, or the second half of a character outside the BMP. */
const INSIDE_CHARACTER = /^(?:[\p{M}\u200d]|[\udc00-\udfff])/u;
/** Marks that may not begin a line, and marks that may not end one. */
const NOT_FIRST = /[\p{Po}\p{Pe}\p{Pf}]/u;
const NOT_LAST = /[\p{Ps}\p{Pi}]/u;

/**
 * Returns the last position up to `at` where a cut does not separate a letter from its marks, such
 * as accents and punctuation. Returns `at` if the text has no such position except its beginning.
 */
export const findCharacterStart = (text: string, at: number): number => {
  const isInside = (start: number) =>
    [INSIDE_CHARACTER, NOT_FIRST].some((pattern) => pattern.test(text.charAt(start))) ||
    NOT_LAST.test(text.charAt(start - 1));
  let start = at;
  while (start > 0 && isInside(start)) start--;
  return start > 0 ? start : at;
};
