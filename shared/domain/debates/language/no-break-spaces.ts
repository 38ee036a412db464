import type { LanguageTag } from "./language.ts";

const NO_BREAK_SPACE = "\u00a0";
/** A space after «, or before a mark. A mark that is followed by a letter may be code or a path. */
const SPACE_AT_MARK = /(«)[ \u202f]|[ \u202f](?=»|[?!:;]{1,3}(?:[\s)»”"*_.…]|$))/g;

/**
 * Replaces the spaces at French punctuation marks by no-break spaces, so that a mark never starts a
 * line. For display only: stored texts keep their spaces. The length stays the same. Uses the wide
 * no-break space, because the fonts of pictures lack the narrow one.
 */
export const bindPunctuation = (text: string, language: LanguageTag): string =>
  /^fr\b/.test(language) ? text.replace(SPACE_AT_MARK, `$1${NO_BREAK_SPACE}`) : text;
