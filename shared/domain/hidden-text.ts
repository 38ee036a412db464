/**
 * Characters that nobody sees: control characters but the line feed and the tab, and all that is
 * there to format (bidi overrides, tags, soft hyphens, marks of byte order). What shapes words stays:
 * the two joiners, the variants of signs, and the signs that Arabic writes around numbers.
 */
const HIDDEN =
  /(?![\n\t]|\u200C|\u200D|[\u180B-\u180F]|[\uFE00-\uFE0F]|[\u0600-\u0605]|[\u06DD\u070F\u0890\u0891\u08E2]|\u{110BD}|\u{110CD})[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** A text of others without what hides in it: for topics, names, and whatever a model writes. */
export const withoutHidden = (text: string): string => text.replace(HIDDEN, "");

/** Whether anything of a text is seen: not only spaces, what shapes other characters, and blank signs. */
export const isSeen = (text: string): boolean => /[^\s\p{Cf}\p{M}\u2800\u{1D159}]/u.test(text);
