import type { SpokenSentence } from "#shared/contract/audio.ts";

const SAID = /[\p{L}\p{N}]/u;

/** What is heard of a text: its letters and digits, and where each of them stands. */
interface Heard {
  text: string;
  /** For each character of `text`. */
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
 * Where the sentences of a recording stand on the page; null for one that is not there. Only
 * letters and digits count, for the voice was given the words without their markup.
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

/** The marks that close a sentence belong to it, as far as they stand in the same piece of text. */
const endOfSentence = ({ data }: Text, from: number): number =>
  from + data.slice(from).search(/[\p{L}\p{N}\s]|$/u);

/** The sentence that is heard at a second; -1 before the first. */
export const sentenceAt = (sentences: readonly SpokenSentence[], second: number): number =>
  sentences.findLastIndex(({ startMs }) => startMs <= second * 1000);
