import { isAbbreviation } from "./abbreviation.ts";
import { continuesAfterQuote } from "./quoted-sentence.ts";

/**
 * Final marks and the closing marks after them. A French closing mark has a space before it. “ and
 * « close in some languages, but never before a letter or an opening mark.
 */
const SENTENCE_END =
  /[\p{Sentence_Terminal}…]+(?:["'”’»›)\]*_~`）］｝】〕」』]|(?:[ \u00a0\u202f][»›]|[“‘«‹]+)(?![\p{L}\p{N}\p{Ps}\p{Pi}]))*/gu;
/** Scripts with these marks need no space between sentences. */
const FULL_WIDTH = /[。！？｡]/;
/** A blank line ends a sentence even without a final mark. */
const BLANK_LINE = /\n[^\S\n]*\n/g;
/**
 * Matches text after a final mark if it continues the sentence: a lowercase word, a mark that cannot
 * begin a sentence, or the closing bracket of a title such as 《Why?》.
 */
const CONTINUES = /^\s*[,;:!?،؛—，、；：》〉。！？｡]|^\s+\p{Ll}/u;

/** Number of characters searched for the next word. */
const LOOKAHEAD_CHARACTERS = 20;

const findSentenceEnds = (text: string): number[] => {
  const ends: number[] = [];
  for (const { index, 0: marks } of text.matchAll(SENTENCE_END)) {
    const end = index + marks.length;
    const rest = text.slice(end, end + LOOKAHEAD_CHARACTERS);
    const isEnd =
      (FULL_WIDTH.test(marks) || /^(?:\s|$)/.test(rest)) &&
      !CONTINUES.test(rest) &&
      !continuesAfterQuote(marks, rest) &&
      !(marks === "." && isAbbreviation(text, index));
    if (isEnd) ends.push(end);
  }
  return ends;
};

/** A truncated text up to its last whole sentence; empty if there is none. */
export const trimToLastSentence = (text: string): string => {
  let end = findSentenceEnds(text).at(-1) ?? 0;
  for (const { index } of text.matchAll(BLANK_LINE)) end = Math.max(end, index);
  return text.slice(0, end).trimEnd();
};

/** Minimum length of a meaningful sentence; "No." is too short. */
const MIN_SENTENCE_CHARACTERS = 12;

/** Replaces commas, spaces and half of a surrogate pair at the end of a cut text by an ellipsis. */
export const addEllipsis = (cut: string): string =>
  `${cut.replace(/[\s,;:–—،؛、，；：-]{1,9}$|[\uD800-\uDBFF]$/, "")}…`;

/**
 * Truncates a text at a word boundary and adds an ellipsis, if it is longer than `maxCharacters`.
 */
export const truncateAtWord = (text: string, maxCharacters: number): string => {
  if (text.length <= maxCharacters) return text;
  const space = text.lastIndexOf(" ", maxCharacters - 1);
  return addEllipsis(text.slice(0, space > maxCharacters / 2 ? space : maxCharacters - 1));
};

/** Length of the first meaningful sentence of a text, or of the whole text if it has no end. */
export const findFirstSentenceEnd = (text: string): number =>
  findSentenceEnds(text).find((end) => end >= MIN_SENTENCE_CHARACTERS) ?? text.length;

/** The sentences of one paragraph of plain text. A very short one is joined with the next. */
export const splitParagraph = (paragraph: string): string[] => {
  const sentences: string[] = [];
  let start = 0;
  for (const end of [...findSentenceEnds(paragraph), paragraph.length]) {
    if (end - start < MIN_SENTENCE_CHARACTERS && end < paragraph.length) continue;
    sentences.push(paragraph.slice(start, end).trim());
    start = end;
  }
  return sentences.filter((sentence) => sentence !== "");
};

/** The first meaningful sentence of a plain text, at most `maxCharacters`. */
export const extractFirstSentence = (text: string, maxCharacters: number): string => {
  const start = text.slice(0, 4 * maxCharacters);
  const line = start.split("\n").find((each) => each.length >= MIN_SENTENCE_CHARACTERS) ?? start;
  return truncateAtWord(line.slice(0, findFirstSentenceEnd(line)).trim(), maxCharacters);
};

/**
 * Returns as many whole sentences from the start of a plain text as fit into `maxCharacters`. If no
 * meaningful sentence fits, returns the text truncated at a word.
 */
export const extractLeadingSentences = (text: string, maxCharacters: number): string => {
  if (text.length <= maxCharacters) return text;
  const ends = findSentenceEnds(text.slice(0, maxCharacters + LOOKAHEAD_CHARACTERS));
  const end = ends.findLast((each) => each <= maxCharacters);
  return end !== undefined && end >= MIN_SENTENCE_CHARACTERS
    ? text.slice(0, end)
    : truncateAtWord(text, maxCharacters);
};

/**
 * The last two sentences of a growing text; if they are longer than `maxCharacters`, its last
 * words.
 */
export const extractLastSentences = (text: string, maxCharacters: number): string => {
  const tail = text.slice(-2 * maxCharacters).trimEnd();
  const ends = findSentenceEnds(tail).filter((end) => end < tail.length);
  const words = tail.slice(ends.at(-2) ?? 0).trim();
  if (words.length <= maxCharacters) return words;
  const cut = words.slice(1 - maxCharacters);
  return `…${cut.slice(cut.indexOf(" ") + 1).replace(/^[\uDC00-\uDFFF]/, "")}`;
};
