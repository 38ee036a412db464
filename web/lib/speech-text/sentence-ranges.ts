import type { SpokenSentence } from "#shared/contract/debates/audio.ts";

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** The letters and digits of an element's text, with their DOM positions. */
interface SpokenCharacters {
  text: string;
  /** One entry per UTF-16 code unit of `text`. */
  positions: { node: Text; offset: number }[];
}

const listLetters = (text: string): { character: string; offset: number }[] =>
  [...text.matchAll(new RegExp(LETTER_OR_DIGIT, "gu"))].map(({ 0: character, index }) => ({
    character,
    offset: index,
  }));

const collectSpokenCharacters = (root: Element): SpokenCharacters => {
  const characters: SpokenCharacters = { text: "", positions: [] };
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!(node instanceof Text)) continue;
    for (const { character, offset } of listLetters(node.data)) {
      characters.text += character;
      for (let unit = 0; unit < character.length; unit += 1)
        characters.positions.push({ node, offset: offset + unit });
    }
  }
  return characters;
};

/**
 * DOM ranges of a recording's sentences; null for a sentence that is not found. Only letters and
 * digits are compared, because the recording's text has no Markdown.
 */
export const findSentenceRanges = (
  root: Element,
  sentences: readonly SpokenSentence[],
): (Range | null)[] => {
  const { text, positions } = collectSpokenCharacters(root);
  let searchFrom = 0;
  return sentences.map((sentence) => {
    const letters = listLetters(sentence.text)
      .map(({ character }) => character)
      .join("");
    const start = letters === "" ? -1 : text.indexOf(letters, searchFrom);
    const first = positions[start];
    const last = positions[start + letters.length - 1];
    if (!first || !last) return null;
    searchFrom = start + letters.length;
    const range = document.createRange();
    range.setStart(first.node, first.offset);
    range.setEnd(last.node, includeClosingMarks(last.node, last.offset + 1));
    return range;
  });
};

/** End of the sentence's range, including closing punctuation in the same text node. */
const includeClosingMarks = ({ data }: Text, searchFrom: number): number =>
  searchFrom + data.slice(searchFrom).search(/[\p{L}\p{N}\s]|$/u);

/** Index of the sentence at a position in seconds; -1 before the first one. */
export const findSentenceAt = (sentences: readonly SpokenSentence[], positionS: number): number =>
  sentences.findLastIndex(({ startMs }) => startMs <= positionS * 1000);

/** The element with a turn's text, without its head and the judge's note. */
export const findSpeechElement = (turnNumber: number): HTMLElement | null =>
  document.querySelector<HTMLElement>(`#turn-${turnNumber} [data-speech]`);
