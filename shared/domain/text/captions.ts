import { findCharacterStart } from "./character-start.ts";
import { toPlainText } from "./plain-text.ts";
import { splitParagraph } from "./sentence-excerpts.ts";

/** Maximum characters of a caption, about four lines of large type on a phone. */
export const MAX_CAPTION_CHARACTERS = 120;

/** Chinese and Japanese characters are twice as wide as Latin ones and have no spaces between. */
const WIDE_CHARACTER = /[\u3001-\u9fff\uff00-\uff60]/g;

const countWideCharacters = (text: string): number => text.match(WIDE_CHARACTER)?.length ?? 0;

/** The number of Latin characters that take as long to read as this text. */
export const getReadingLength = (text: string): number =>
  text.length + 2 * countWideCharacters(text);

const getMaxCharacters = (sentence: string): number =>
  countWideCharacters(sentence) > sentence.length / 2
    ? MAX_CAPTION_CHARACTERS / 2
    : MAX_CAPTION_CHARACTERS;

/** The end of a clause: a mark, closing quotes and the space after it, or full-width marks. */
const CLAUSE_END = /[,;:\u2013\u2014][”’“‘»›«‹"')\]]* |[，、；：][”’」』）】》〉]*/g;
const WORD_END = /(?<!^) /g;
/** French has spaces before ? ! : ; » and after «. No line may end at them. */
const FRENCH_SPACE = /(?<=(?:^|[\s(])«) | (?=»(?!\p{L})|[?!:;]{1,3}(?![\p{L}\p{N}?!:;]))/gu;

const findLastEnd = (sentence: string, pattern: RegExp, maxCharacters: number) =>
  Array.from(
    sentence.slice(0, maxCharacters + 2).matchAll(pattern),
    ({ index, 0: end }) => index + end.length,
  ).findLast((end) => end <= maxCharacters);

/** Where to cut a long sentence: after the last clause that fits, or else after the last word. */
const findCaptionEnd = (sentence: string, maxCharacters: number): number =>
  findLastEnd(sentence, CLAUSE_END, maxCharacters) ??
  findLastEnd(sentence, WORD_END, maxCharacters) ??
  findCharacterStart(sentence, maxCharacters);

export const splitLongSentence = (sentence: string): string[] => {
  const captions: string[] = [];
  const maxCharacters = getMaxCharacters(sentence);
  let rest = sentence.replace(FRENCH_SPACE, "\u00a0");
  while (rest.length > maxCharacters) {
    const end = findCaptionEnd(rest, maxCharacters);
    captions.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end);
  }
  return [...captions, rest];
};

/**
 * The sentences of a speech as plain text. Reactions refer to them by index, which does not change
 * while the speech grows.
 */
export const splitSpeech = (content: string): string[] =>
  toPlainText(content).split("\n").flatMap(splitParagraph);

/** Splits a speech into plain-text captions: its sentences, long ones at their clauses. */
export const splitCaptions = (content: string): string[] =>
  splitSpeech(content).flatMap(splitLongSentence);

/** A word, or a character of a script without spaces. */
const WORD = /[\u3001-\u9fff\uff00-\uff60]|[^\s\u3001-\u9fff\uff00-\uff60]+/g;

const countInk = (text: string): number => text.replace(/\s+/g, "").length;

/** A caption's index and how many of its characters have been shown. */
export interface CaptionPosition {
  index: number;
  length: number;
}

/**
 * Finds the position in `captions` at which the plain text `shown` ends. `shown` is the beginning
 * of the same speech.
 */
export const findCaptionPosition = (
  captions: readonly string[],
  shown: string,
): CaptionPosition => {
  let left = countInk(shown);
  for (const [index, caption] of captions.entries()) {
    const ink = countInk(caption);
    if (left <= ink) {
      const words = [...caption.matchAll(WORD)];
      let count = 0;
      const last = words.find(([word]) => (count += word.length) >= left);
      return { index, length: last ? last.index + last[0].length : caption.length };
    }
    left -= ink;
  }
  const index = Math.max(0, captions.length - 1);
  return { index, length: captions[index]?.length ?? 0 };
};
