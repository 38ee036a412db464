import { splitSentences } from "../text/sentence-splitter.ts";
import { MarkdownStripper } from "../text/plain-text.ts";

/**
 * Where sentences and words end. Offsets count spoken characters, i.e. those of the plain text
 * without white space.
 */
export interface SpeechOffsets {
  sentences: readonly number[];
  /**
   * For each word, `end` is the index of its end in the original text, and `said` is the number of
   * spoken characters up to there.
   */
  words: readonly { end: number; said: number }[];
}

const countSpokenCharacters = (plain: string): number => plain.replace(/\s+/g, "").length;

export const buildSpeechOffsets = (content: string): SpeechOffsets => {
  let said = 0;
  const sentences = splitSentences(content).map(
    (sentence) => (said += countSpokenCharacters(sentence)),
  );
  const reader = new MarkdownStripper();
  const words: { end: number; said: number }[] = [];
  said = 0;
  // Each piece includes the space after its word. The space tells whether a `*` at the end of the
  // word is markup.
  for (const { 0: word, index } of content.matchAll(/\S+\s*/g)) {
    said += countSpokenCharacters(reader.add(word));
    words.push({ end: index + word.trimEnd().length, said });
  }
  return { sentences, words };
};

/**
 * Returns the end of the current word when `ratio` (0 to 1) of sentence `index` is played, as an
 * index in the original text. If the word is inside markup such as a link, returns the end of the
 * markup.
 */
export const findSpokenEnd = (
  { sentences, words }: SpeechOffsets,
  index: number,
  ratio: number,
): number => {
  const to = sentences[index] ?? sentences.at(-1) ?? 0;
  const from = index === 0 ? 0 : (sentences[index - 1] ?? to);
  const said = Math.min(Math.floor(from + (to - from) * ratio) + 1, to);
  return words.find((word) => word.said >= said)?.end ?? words.at(-1)?.end ?? 0;
};

/**
 * `text` is the beginning of the speech. Returns the index of the sentence that contains the first
 * word after `text`.
 */
export const findSentenceAfter = ({ sentences }: SpeechOffsets, text: string): number => {
  const said = countSpokenCharacters(text);
  return sentences.findIndex((end) => end > said);
};
