/*
 * Markdown as far as the product reads it by itself: to know what is there, and what of it is said.
 * What a page shows of a speech with more than emphasis is read by a library.
 */

/** What stands between paragraphs. */
export const BLANK_LINES = /\n\s*\n/;

/** What begins a heading, a quotation or an item of a list. */
export const BLOCK_MARK = /^ {0,3}(?:#{1,6}|>+|[-*+]|\d+[.)]) /m;

/** The line before code, and the one after it. */
export const CODE_FENCE = /^ *(?:```|~~~).*/m;

export const LINK = /\[([^\]]+)\]\([^)]*\)/;

/** Each time it occurs. */
export const every = (pattern: RegExp): RegExp => new RegExp(pattern, `${pattern.flags}g`);
