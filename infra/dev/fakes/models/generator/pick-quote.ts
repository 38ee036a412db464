import { pickRandom, type Random } from "./seeded-random.ts";

const MIN_QUOTE_WORDS = 5;
const MAX_QUOTE_WORDS = 15;
/** Length of the quote, in words, if the text has no sentence of a suitable length. */
const SNIPPET_WORDS = 9;

export const countWords = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** Whether a sentence is a plain statement, without question, quote, parenthesis or markup. */
const isPlainStatement = (sentence: string): boolean => /^[^“”"()*_?!#>:[\]]+$/.test(sentence);

/** Matches sentences that refer to the previous sentence, the speaker or the debate. */
const CONTEXT_DEPENDENT =
  /^(?:that|this|it|they|those|these|then|there|but|and|so|he|she|or|yes|no)\b|\b(?:I|my|judge|speech)\b/i;

const findStatements = (text: string): string[] =>
  text
    .split(/\n+|(?<=[.!?…。！？])\s+/)
    .map((sentence) => sentence.trim().replace(/[.…;,。]+$/, ""))
    .filter(isPlainStatement);

const isSuitable = (sentence: string): boolean => {
  const words = countWords(sentence);
  return words >= MIN_QUOTE_WORDS && words <= MAX_QUOTE_WORDS;
};

/**
 * Returns a short verbatim quote, preferably not from the first or last paragraph, which greet and
 * conclude. Null if no sentence is a plain statement.
 */
export const pickQuote = (text: string, random: Random): string | null => {
  const middle = text.split(/\n+/).slice(1, -1).join("\n");
  const statements = findStatements(text);
  const isIndependent = (sentence: string): boolean =>
    isSuitable(sentence) && !CONTEXT_DEPENDENT.test(sentence);
  const choices = [
    findStatements(middle).filter(isIndependent),
    statements.filter(isIndependent),
    statements.filter(isSuitable),
  ].find((list) => list.length > 0);
  if (choices !== undefined) return pickRandom(choices, random);
  return statements[0]?.split(/\s+/).slice(0, SNIPPET_WORDS).join(" ") ?? null;
};
