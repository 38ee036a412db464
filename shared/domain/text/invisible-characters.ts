/**
 * Invisible characters: control characters except line feed and tab, and format characters such as
 * bidi overrides, tags, soft hyphens and byte order marks. Characters that shape words are kept:
 * joiners, variation selectors and Arabic number signs.
 */
const INVISIBLE_CHARACTERS =
  /(?![\n\t]|\u200C|\u200D|[\u180B-\u180F]|[\uFE00-\uFE0F]|[\u0600-\u0605]|[\u06DD\u070F\u0890\u0891\u08E2]|\u{110BD}|\u{110CD})[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

export const removeInvisibleCharacters = (text: string): string =>
  text.replace(INVISIBLE_CHARACTERS, "");

/** Whether a text has a visible character: not only spaces, combining marks and blank symbols. */
export const hasVisibleText = (text: string): boolean =>
  /[^\s\p{Cf}\p{M}\u2800\u{1D159}]/u.test(text);
