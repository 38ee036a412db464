import type { SpokenSentence } from "#shared/contract/audio.ts";

const SAID = /[\p{L}\p{N}]/u;

/** The letters and digits of an element's text, with their DOM positions. */
interface Heard {
  text: string;
  /** One entry per UTF-16 code unit of `text`. */
  at: { node: Text; offset: number }[];
}

const letters = (text: string): { letter: string; offset: number }[] =>
  [...text.matchAll(new RegExp(SAID, "gu"))].map(({ 0: letter, index }) => ({
    letter,
    offset: index,
  }));

const heardIn = (root: Element): Heard => {
  const heard: Heard = { text: "", at: [] };
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!(node instanceof Text)) continue;
    for (const { letter, offset } of letters(node.data)) {
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
export const sentencePlaces = (
  root: Element,
  sentences: readonly SpokenSentence[],
): (Range | null)[] => {
  const { text, at } = heardIn(root);
  let from = 0;
  return sentences.map((sentence) => {
    const words = letters(sentence.text)
      .map(({ letter }) => letter)
      .join("");
    const start = words === "" ? -1 : text.indexOf(words, from);
    const first = at[start];
    const last = at[start + words.length - 1];
    if (!first || !last) return null;
    from = start + words.length;
    const range = document.createRange();
    range.setStart(first.node, first.offset);
    range.setEnd(last.node, endOfSentence(last.node, last.offset + 1));
    return range;
  });
};

/** Includes closing punctuation that is in the same text node. */
const endOfSentence = ({ data }: Text, from: number): number =>
  from + data.slice(from).search(/[\p{L}\p{N}\s]|$/u);

/** Index of the sentence at a position in seconds; -1 before the first. */
export const sentenceAt = (sentences: readonly SpokenSentence[], second: number): number =>
  sentences.findLastIndex(({ startMs }) => startMs <= second * 1000);
