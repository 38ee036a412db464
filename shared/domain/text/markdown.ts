/*
 * The Markdown that is parsed without a library, to detect structure and extract the spoken text.
 * Pages render speeches with a library. All patterns are bounded, so that matching takes linear
 * time.
 */

/** The line before or after a code block. */
export const CODE_FENCE = / {0,3}(?:`{3,20}|~{3,20})[^\s`~]{0,30}[ \t]{0,9}(?=\n|$)/;

/** The start of a heading, quote or list item. */
export const BLOCK_MARKER = / {0,3}(?:#{1,6}|>{1,9}|[-*+]|\d{1,9}[.)])[ \t]/;

/** A link or an image. The text in the square brackets is spoken. */
export const LINK_OR_IMAGE =
  /!?\[[^[\]\n]{0,300}\]\([^()[\]\n]{0,1000}(?:\([^()[\]\n]{0,300}\)[^()[\]\n]{0,300})?\)/;

export const toStickyPattern = (pattern: RegExp): RegExp => new RegExp(pattern, "y");

export const toLineStartPattern = (pattern: RegExp): RegExp =>
  new RegExp(`^${pattern.source}`, "m");
