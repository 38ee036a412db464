import type { LanguageTag } from "./language.ts";

const NO_BREAK_SPACE = "\u00a0";
/**
 * Matches a space after «, or before » or ? ! : ;. A mark directly before a letter does not match:
 * it may be code or a path.
 */
const SPACE_AT_MARK = /(«)[ \u202f]|[ \u202f](?=»|[?!:;]{1,3}(?:[\s)»”"*_.…]|$))/g;

/**
 * Replaces spaces at French punctuation by no-break spaces, so that no line starts with a mark. For
 * display only: stored texts keep their spaces. The length stays the same. The narrow no-break
 * space is not used, because fonts of pictures lack it.
 */
export const bindPunctuation = (text: string, language: LanguageTag): string =>
  /^fr\b/.test(language) ? text.replace(SPACE_AT_MARK, `$1${NO_BREAK_SPACE}`) : text;
