import { spokenSentences } from "./spoken-sentences.ts";
import { SpokenText } from "./spoken-text.ts";

/** A speech as it is said; what is counted is its plain text, white space apart. */
export interface Saying {
  /** How much was said at the end of each sentence, */
  sentences: readonly number[];
  /** and at the end of each word, with where that stands in the speech. */
  words: readonly { end: number; said: number }[];
}

const lengthOf = (plain: string): number => plain.replace(/\s+/g, "").length;

export const sayingOf = (content: string): Saying => {
  let said = 0;
  const sentences = spokenSentences(content).map((sentence) => (said += lengthOf(sentence)));
  const reader = new SpokenText();
  const words: { end: number; said: number }[] = [];
  said = 0;
  // With the space behind it, which ends all doubt about its last sign.
  for (const { 0: word, index } of content.matchAll(/\S+\s*/g)) {
    said += lengthOf(reader.add(word));
    words.push({ end: index + word.trimEnd().length, said });
  }
  return { sentences, words };
};

/**
 * How many characters of a speech are its words up to the one that is said when so much of a sentence has
 * been, from 0 to 1. Markup that is open there is not half shown: its words come together.
 */
export const saidSoFar = ({ sentences, words }: Saying, index: number, share: number): number => {
  const to = sentences[index] ?? sentences.at(-1) ?? 0;
  const from = index === 0 ? 0 : (sentences[index - 1] ?? to);
  const said = Math.min(Math.floor(from + (to - from) * share) + 1, to);
  return words.find((word) => word.said >= said)?.end ?? words.at(-1)?.end ?? 0;
};
