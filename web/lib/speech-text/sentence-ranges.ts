import type { SpokenSentence } from "#shared/contract/debates/audio.ts";

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** The letters and digits of an element's text, with their DOM positions. */
interface SpokenCharacters {
  text: string;
  /** One entry per UTF-16 code unit of `text`. */
  at: { node: Text; offset: number }[];
}

const listLetters = (text: string): { letter: string; offset: number }[] =>
  [...text.matchAll(new RegExp(LETTER_OR_DIGIT, "gu"))].map(({ 0: letter, index }) => ({
    letter,
    offset: index,
  }));

const collectSpokenCharacters = (root: Element): SpokenCharacters => {
  const heard: SpokenCharacters = { text: "", at: [] };
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!(node instanceof Text)) continue;
    for (const { letter, offset } of listLetters(node.data)) {
      heard.text += letter;
      for (let unit = 0; unit < letter.length; unit += 1)
        heard.at.push({ node, offset: offset + unit });
    }
  }
  return heard;
};

/**
 * DOM ranges of a recording's sentences; null for a sentence that is not found. Only letters and
 * digits are compared, because the spoken text has no markup.
 */
export const findSentenceRanges = (
  root: Element,
  sentences: readonly SpokenSentence[],
): (Range | null)[] => {
  const { text, at } = collectSpokenCharacters(root);
  let from = 0;
  return sentences.map((sentence) => {
    const words = listLetters(sentence.text)
      .map(({ letter }) => letter)
      .join("");
    const start = words === "" ? -1 : text.indexOf(words, from);
    const first = at[start];
    const last = at[start + words.length - 1];
    if (!first || !last) return null;
    from = start + words.length;
    const range = document.createRange();
    range.setStart(first.node, first.offset);
    range.setEnd(last.node, includeClosingMarks(last.node, last.offset + 1));
    return range;
  });
};

/** Includes closing punctuation that is in the same text node. */
const includeClosingMarks = ({ data }: Text, from: number): number =>
  from + data.slice(from).search(/[\p{L}\p{N}\s]|$/u);

/** Index of the sentence at a position in seconds; -1 before the first. */
export const findSentenceAt = (sentences: readonly SpokenSentence[], second: number): number =>
  sentences.findLastIndex(({ startMs }) => startMs <= second * 1000);

/** The element with a turn's text, without its head and the judge's note. */
export const findSpeechElement = (turnNumber: number): HTMLElement | null =>
  document.querySelector<HTMLElement>(`#turn-${turnNumber} [data-speech]`);
