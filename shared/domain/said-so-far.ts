import { spokenSentences } from "./spoken-sentences.ts";
import { SpokenText } from "./spoken-text.ts";

/** Offsets of a speech, counted in characters of its plain text without white space. */
export interface Saying {
  sentences: readonly number[];
  /** Offset at the end of each word, with its end index in the original text. */
  words: readonly { end: number; said: number }[];
}

const lengthOf = (plain: string): number => plain.replace(/\s+/g, "").length;

export const sayingOf = (content: string): Saying => {
  let said = 0;
  const sentences = spokenSentences(content).map((sentence) => (said += lengthOf(sentence)));
  const reader = new SpokenText();
  const words: { end: number; said: number }[] = [];
  said = 0;
  // Includes the following space, so that markup at the word's end is resolved.
  for (const { 0: word, index } of content.matchAll(/\S+\s*/g)) {
    said += lengthOf(reader.add(word));
    words.push({ end: index + word.trimEnd().length, said });
  }
  return { sentences, words };
};

/**
 * Returns the end index in the original text of the word that is spoken when `share` (0 to 1) of
 * sentence `index` is played. Text in open markup is shown only as a whole.
 */
export const saidSoFar = ({ sentences, words }: Saying, index: number, share: number): number => {
  const to = sentences[index] ?? sentences.at(-1) ?? 0;
  const from = index === 0 ? 0 : (sentences[index - 1] ?? to);
  const said = Math.min(Math.floor(from + (to - from) * share) + 1, to);
  return words.find((word) => word.said >= said)?.end ?? words.at(-1)?.end ?? 0;
};
