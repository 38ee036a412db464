/*
 * Markdown as far as the product reads it by itself: to know what is there, and what of it is said.
 * What a page shows of a speech with more than emphasis is read by a library. All patterns are
 * bounded, so that no text takes more time than its length.
 */

/** The line before code, and the one after it. */
export const CODE_FENCE = / {0,3}(?:`{3,20}|~{3,20})[^\s`~]{0,30}[ \t]{0,9}(?=\n|$)/;

/** What begins a heading, a quotation or an item of a list. */
export const BLOCK_MARK = / {0,3}(?:#{1,6}|>{1,9}|[-*+]|\d{1,9}[.)])[ \t]/;

/** A link or a picture: what stands in the square brackets is for the ear. */
export const LINK =
  /!?\[[^[\]\n]{0,300}\]\([^()[\]\n]{0,1000}(?:\([^()[\]\n]{0,300}\)[^()[\]\n]{0,300})?\)/;

/** Only where the text is read now. */
export const rightHere = (pattern: RegExp): RegExp => new RegExp(pattern, "y");

/** Only where a line begins. */
export const beginningLine = (pattern: RegExp): RegExp => new RegExp(`^${pattern.source}`, "m");
