import { pick, type Random } from "./seeded.ts";

const sentencesOf = (text: string): string[] =>
  text
    .split(/\n+/)
    .flatMap((paragraph) => paragraph.split(/(?<=[.!?])\s+/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");

export const wordCount = (text: string): number => text.split(/\s+/).filter(Boolean).length;

const LEAST_WORDS = 5;
const MOST_WORDS = 15;

/** A statement that can stand between quotation marks: no question, no quote, no markup. */
const isPlain = (sentence: string): boolean => /^[^“”"*_?!#>:]+$/.test(sentence);

const LEANS_ON_OTHERS =
  /^(?:that|this|it|they|those|these|then|there|but|and|so|he|she|now|or|yes|with|if|when|where|once|until|while|of|for|let|ask|think|picture|look|consider|start|begin|leave|here|listen|pick|try)\b/i;
const SPEAKS_OF_THE_DEBATE =
  /\b(?:I|my|me|opponent|judge|house|proposition|opposition|motion|debate)\b|\bI[’']/i;

/** It says something without its neighbours, and about the matter. */
const standsAlone = (clause: string): boolean =>
  !LEANS_ON_OTHERS.test(clause) && !SPEAKS_OF_THE_DEBATE.test(clause);

/** The main clause of a long sentence, where it ends before another one. */
const mainClause = (sentence: string): string =>
  wordCount(sentence) > MOST_WORDS
    ? (sentence.split(/\s*(?:;|, (?:and|but|so|because|while|which|who|where))\s/)[0] ?? "")
    : sentence;

const withoutStop = (sentence: string): string => sentence.replace(/[.;,]+$/, "");

/** Paragraphs that argue; the short ones greet, bridge and end. */
const arguing = (text: string): string => {
  const long = text.split(/\n+/).filter((paragraph) => sentencesOf(paragraph).length >= 3);
  return long.length > 0 ? long.join("\n") : text;
};

/** Sentences, or main clauses, that can be quoted, the best kind there is. All are in the text. */
const quotableIn = (text: string): string[] => {
  const clauses = sentencesOf(arguing(text))
    .map((sentence) => withoutStop(mainClause(sentence)))
    .filter((clause) => isPlain(clause) && wordCount(clause) >= LEAST_WORDS);
  const short = clauses.filter((clause) => wordCount(clause) <= MOST_WORDS);
  const independent = short.filter(standsAlone);
  return [independent, short].find((some) => some.length > 0) ?? [];
};

const SNIPPET_WORDS = 9;

/**
 * Words of the text, exactly as they stand in it, and about its theme where that can be had; null
 * when it has none to quote.
 */
export const quotePhrase = (text: string, theme: RegExp | null, random: Random): string | null => {
  const choices = quotableIn(text);
  const telling = choices.filter((choice) => theme !== null && choice.search(theme) !== -1);
  if (choices.length > 0) return pick(telling.length > 0 ? telling : choices, random);
  const line = sentencesOf(text).find(isPlain);
  return line === undefined ? null : withoutStop(line.split(" ").slice(0, SNIPPET_WORDS).join(" "));
};
