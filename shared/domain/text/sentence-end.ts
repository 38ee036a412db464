import { isAbbreviation } from "./abbreviation.ts";
import { continuesAfterQuote } from "./quoted-sentence.ts";

/*
 * Rules of Unicode for the end of a sentence (UAX #29). `Intl.Segmenter` is missing in the oldest
 * supported browsers, and its answers depend on the version of Unicode. The rules differ from
 * Unicode's in these cases:
 * - A French closing mark belongs to the sentence although a space is before it.
 * - An opening mark directly before a sentence belongs to that sentence.
 * - A title in 《》 or 〈〉 does not end a sentence.
 * - An abbreviation or a German ordinal does not end a sentence.
 * - A quoted sentence before a particle of Japanese or Chinese does not end the sentence around it.
 */

const FULL_STOP = "[.\\u2024\\uFE52\\uFF0E]";
const PARAGRAPH_END = "[\\r\\n\\u0085\\u2028\\u2029]";
/** Combining and format characters belong to the character before them. */
const EXTEND = "[\\p{M}\\p{Cf}\\u200C\\u200D\\uFF9E\\uFF9F]*";
const CLOSE = `(?:(?!\\p{Sentence_Terminal})[\\p{Ps}\\p{Pe}\\p{Pi}\\p{Pf}"'\\u275B-\\u2760]${EXTEND})*`;
const FRENCH_CLOSE = `(?:[ \\u00A0\\u202F][»›](?![\\p{L}\\p{N}])${CLOSE})*`;
const SPACE = `(?:(?!${PARAGRAPH_END})\\p{White_Space}${EXTEND})*`;
const LOWER = "(?!\\p{M}|[\\u10D0-\\u10FA\\u10FD-\\u10FF])\\p{Lowercase}";
const UPPER = "[\\p{Lt}\\p{Uppercase}]";
const LETTER = "[\\p{Lt}\\p{Uppercase}\\p{Lowercase}\\p{Alphabetic}\\u05F3]";

/**
 * A possible end of a sentence: its final sign, closing quotes and brackets, and spaces; or the end
 * of a paragraph.
 */
const POSSIBLE_END = new RegExp(
  `(?<letter>(?:${UPPER}|${LOWER})${EXTEND})?(?<sign>\\p{Sentence_Terminal})${EXTEND}(?<tail>${CLOSE}${FRENCH_CLOSE}${SPACE})(?:\\r\\n|${PARAGRAPH_END})?|\\r\\n|${PARAGRAPH_END}`,
  "gu",
);
const FULL_STOP_ONLY = new RegExp(FULL_STOP, "u");
/** Signs that continue a sentence, such as the comma in `"Why?", he asked`. */
const CONTINUES =
  /^(?:\p{Sentence_Terminal}|[,\-:;\u037E\u055D\u060C\u060D\u07F8\u1802\u1808\u2013\u2014\u3001\uFE10\uFE11\uFE13\uFE14\uFE31\uFE32\uFE50\uFE51\uFE54\uFE55\uFE58\uFE63\uFF0C\uFF0D\uFF1A\uFF1B\uFF64])/u;
const DIGIT_NEXT = /^\p{Nd}/u;
const UPPER_NEXT = new RegExp(`^${UPPER}`, "u");
/** Matches if the next letter of the paragraph is lowercase, as in `approx. five`. */
const SMALL_LETTER_NEXT = new RegExp(
  `^(?:(?!(?!\\p{M})${LETTER}|\\p{Sentence_Terminal}|${PARAGRAPH_END})[^])*?${LOWER}`,
  "u",
);

const TITLE_END = /[》〉]/;
const OPENING_MARKS = /(?<![\p{Ps}\p{Pi}])[\p{Ps}\p{Pi}]+$/u;

const continuesAfterFullStop = (isLetterBefore: boolean, tail: string, rest: string): boolean =>
  (tail === "" && DIGIT_NEXT.test(rest)) ||
  (tail === "" && isLetterBefore && UPPER_NEXT.test(rest)) ||
  SMALL_LETTER_NEXT.test(rest);

/** Length of the first sentence, with the spaces after it. */
export const findSentenceEnd = (text: string): number => {
  for (const { 0: whole, index, groups = {} } of text.matchAll(POSSIBLE_END)) {
    const end = index + whole.length;
    const { sign, letter = "", tail = "" } = groups;
    const rest = text.slice(end);
    if (sign === undefined || /[\r\n\u0085\u2028\u2029]$/.test(whole)) return end;
    if (rest === "" || CONTINUES.test(rest) || TITLE_END.test(tail)) continue;
    if (continuesAfterQuote(tail, rest)) continue;
    const isFullStop = FULL_STOP_ONLY.test(sign);
    if (isFullStop && continuesAfterFullStop(letter !== "", tail, rest)) continue;
    if (isFullStop && isAbbreviation(text, index + letter.length)) continue;
    return end - (OPENING_MARKS.exec(tail)?.[0].length ?? 0);
  }
  return text.length;
};
