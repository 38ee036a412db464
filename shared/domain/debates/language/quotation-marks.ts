import type { LanguageTag } from "./language.ts";

/**
 * Outer and inner marks of languages that do not use “ ” and ‘ ’, after Unicode CLDR. Those of
 * Spanish and French follow the Real Academia Española and French printers.
 */
const MARKS: readonly (readonly [marks: string, languages: RegExp])[] = [
  ["«»“”", /^(ca|el|es(?!-)|es-(ES|US)|eu|fr|it|pt-(PT|AO|MZ))\b/],
  ["«»„“", /^(be|ru|uk)\b/],
  ["«»‹›", /^(ar|fa|hy)\b/],
  ["«»‘’", /^no\b/],
  ["„“‚‘", /^(bg|cs|de|et|hr|is|ka|lt|sk|sl|sr)\b/],
  ["„”«»", /^(hu|pl|ro)\b/],
  ["””’’", /^(fi|he|sv)\b/],
  ["「」『』", /^(ja|zh-(Hant|TW|HK|MO))\b/],
];

/** Double marks, except those within Hebrew abbreviations, such as ארה"ב. */
const DOUBLE_MARK = /"(?!(?<=[א-ת]")[א-ת])|[“”„«»「」]/g;
/** The spaces within French marks. */
const FRENCH_SPACE = /(?<=«)[ \u00a0\u202f]|[ \u00a0\u202f](?=»)/g;
/** A full stop that does not belong to an ellipsis or an abbreviation. */
const FINAL_STOP = /(?<![.\p{Lu}]|\betc)\.$/u;
/**
 * A passage between single quotation marks. A mark between two letters is an apostrophe and does
 * not end it.
 */
const SINGLE_MARKS =
  /(?<![\p{L}\p{N}])['‘‚](?=[\p{L}\p{N}¿¡])((?:[^'’‘‚\n]|(?<=\p{L})['’](?=\p{L})){1,300})['’‘](?![\p{L}\p{N}])/gu;

/**
 * Whether the double mark at this index opens a quotation. The mark alone does not say so: “ and »
 * open in some languages and close in others.
 */
const isOpening = (mark: string, index: number, text: string): boolean => {
  const isAfterWord = /[\p{L}\p{N}\p{Po}\p{Pe}\p{Pf}]/u.test(text.charAt(index - 1));
  const isBeforeWord = /[\p{L}\p{N}¿¡]/u.test(text.charAt(index + 1));
  return "“„«「".includes(mark) ? isBeforeWord || !isAfterWord : isBeforeWord && !isAfterWord;
};

/**
 * Adds the language's quotation marks. Quotation marks inside the text become inner ones. In
 * Spanish, a final full stop is removed, because none may stand before a closing mark.
 */
export const wrapInQuotes = (text: string, language: LanguageTag): string => {
  const [marks] = MARKS.find(([, languages]) => languages.test(language)) ?? ["“”‘’"];
  const [open = "", close = "", innerOpen = "", innerClose = ""] = marks;
  const isFrench = /^fr\b/.test(language);
  const space = isFrench ? "\u202f" : "";
  let straightMarks = 0;
  // Straight marks open and close in turn. Spaces cannot tell them apart, because some scripts have
  // none.
  const opens = (mark: string, index: number, all: string): boolean =>
    mark === '"' ? straightMarks++ % 2 === 0 : isOpening(mark, index, all);
  const words = text
    .replace(isFrench ? FRENCH_SPACE : /^$/, "")
    .replace(/^es\b/.test(language) ? FINAL_STOP : /^$/, "")
    .replace(SINGLE_MARKS, `${innerOpen}$1${innerClose}`)
    .replace(DOUBLE_MARK, (mark, index: number, all: string) =>
      opens(mark, index, all) ? innerOpen : innerClose,
    );
  return open + space + words + space + close;
};
