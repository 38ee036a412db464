import { pickBySeed } from "./templates.ts";

const MIN_QUOTE_WORDS = 5;
const MAX_QUOTE_WORDS = 15;
/** Length of the quote, in words, if the text has no sentence of a suitable length. */
const SNIPPET_WORDS = 9;

/** Matches sentences that refer to the previous sentence, the speaker or the debate. */
const CONTEXT_DEPENDENT =
  /^(?:that|this|it|they|those|these|then|there|but|and|so|he|she|or|yes|no)\b|\b(?:I|my|judge|speech)\b/i;

export const countWords = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** Returns the plain statements of a text: no question, quote, parenthesis or markup. */
const findStatements = (text: string): string[] =>
  text
    .split(/\n+|(?<=[.!?…。！？])\s+/)
    .map((sentence) => sentence.trim().replace(/[.…;,。]+$/, ""))
    .filter((sentence) => /^[^“”"()*_?!#>:[\]]+$/.test(sentence));

const isSuitable = (sentence: string): boolean => {
  const words = countWords(sentence);
  return words >= MIN_QUOTE_WORDS && words <= MAX_QUOTE_WORDS;
};

/**
 * Returns a short verbatim quote, preferably not from the first or last paragraph, which greet and
 * conclude. Null if no sentence is a plain statement.
 */
export const pickQuote = (text: string, seed: string): string | null => {
  const statements = findStatements(text);
  const inTheMiddle = findStatements(text.split(/\n+/).slice(1, -1).join("\n"));
  const suitable = statements.filter(isSuitable);
  const independent = suitable.filter((sentence) => !CONTEXT_DEPENDENT.test(sentence));
  const best = independent.filter((sentence) => inTheMiddle.includes(sentence));
  const choices = [best, independent, suitable].find((list) => list.length > 0);
  if (choices !== undefined) return pickBySeed(choices, seed);
  return statements[0]?.split(/\s+/).slice(0, SNIPPET_WORDS).join(" ") ?? null;
};
