import { toPlainText } from "./plain-text.ts";
import { splitParagraph } from "./sentence-excerpts.ts";

/** Maximum characters of a caption, about four lines of large type on a phone. */
export const MAX_CAPTION_CHARACTERS = 120;

/** The end of a clause: a mark, closing quotes and the space after it. */
const CLAUSE_END = /[,;:\u2013\u2014][\u201d\u2019"')\]]*\s/g;

/** Where to cut a long sentence: after the last clause that fits, or else after the last word. */
const findCaptionEnd = (sentence: string): number => {
  const window = sentence.slice(0, MAX_CAPTION_CHARACTERS);
  const clause = [...window.matchAll(CLAUSE_END)].at(-1);
  if (clause) return clause.index + clause[0].length;
  const space = window.lastIndexOf(" ");
  return space > 0 ? space + 1 : MAX_CAPTION_CHARACTERS;
};

export const splitLongSentence = (sentence: string): string[] => {
  const captions: string[] = [];
  let rest = sentence;
  while (rest.length > MAX_CAPTION_CHARACTERS) {
    const end = findCaptionEnd(rest);
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
      const words = [...caption.matchAll(/\S+/g)];
      let count = 0;
      const last = words.find(([word]) => (count += word.length) >= left);
      return { index, length: last ? last.index + last[0].length : caption.length };
    }
    left -= ink;
  }
  const index = Math.max(0, captions.length - 1);
  return { index, length: captions[index]?.length ?? 0 };
};
