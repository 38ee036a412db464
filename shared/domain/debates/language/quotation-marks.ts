import type { LanguageTag } from "./language.ts";

/** Marks of languages that do not use “ and ”, after Unicode CLDR. */
const MARKS: readonly (readonly [marks: string, languages: string])[] = [
  ["«»", "ar be ca el es eu fa hy it no ru sq uk"],
  ["«\u202f\u202f»", "fr"],
  ["„“", "bg cs de et hr is ka lt sk sl sr"],
  ["„”", "hu pl ro"],
  ["””", "fi he sv"],
  ["「」", "ja"],
];

const OUTER_MARKS = '"“”„«»「」';
/** The single marks, in the order of `OUTER_MARKS`. */
const INNER_MARKS = "'‘’‚‹›『』";

/** Adds the language's quotation marks. Quotation marks inside the text become single ones. */
export const wrapInQuotes = (text: string, language: LanguageTag): string => {
  const [base = language] = language.split("-", 1);
  const [marks] = MARKS.find(([, languages]) => languages.split(" ").includes(base)) ?? ["“”"];
  const middle = marks.length / 2;
  const inner = text.replace(/["“”„«»「」]/g, (mark) =>
    INNER_MARKS.charAt(OUTER_MARKS.indexOf(mark)),
  );
  return marks.slice(0, middle) + inner + marks.slice(middle);
};
