import { pick, type Random } from "./seeded.ts";

const sentencesOf = (text: string): string[] =>
  text
    .split(/\n+/)
    .flatMap((paragraph) => paragraph.split(/(?<=[.!?])\s+/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");

export const wordCount = (text: string): number => text.split(/\s+/).filter(Boolean).length;

const LEAST_WORDS = 6;
const MOST_WORDS = 15;

/** A statement without question, quote, parenthesis or markup. */
const isPlain = (sentence: string): boolean => /^[^“”"()*_?!#>:]+$/.test(sentence);

const LEANS_ON_OTHERS =
  /^(?:that|this|it|they|those|these|then|there|but|and|so|he|she|now|or|yes|with|if|when|where|once|until|while|of|for|let|ask|think|picture|look|consider|start|begin|leave|here|listen|pick|try|meanwhile|unlike|since|today)\b/i;
const SPEAKS_OF_THE_DEBATE =
  /\b(?:I|my|me|opponent|judge|house|proposition|opposition|motion|debate)\b|\bI[’']/i;

/** Whether the clause is understandable on its own and about the topic. */
const standsAlone = (clause: string): boolean =>
  !LEANS_ON_OTHERS.test(clause) && !SPEAKS_OF_THE_DEBATE.test(clause);

const NEXT_CLAUSE = /\s*(?:;|, (?:and|but|so|because|while|which|who|where))\s/;

/** The main clause of a long sentence; empty for an enumeration. */
const mainClause = (sentence: string): string => {
  if (wordCount(sentence) <= MOST_WORDS) return sentence;
  const clause = sentence.split(NEXT_CLAUSE)[0] ?? "";
  return clause.includes(",") ? "" : clause;
};

const withoutStop = (sentence: string): string => sentence.replace(/[.;,]+$/, "");

/** The longest paragraphs, which argue; short ones greet, lead over or close. */
const arguing = (text: string): string => {
  const paragraphs = text.split(/\n+/);
  const longerThan = (sentences: number): string =>
    paragraphs.filter((paragraph) => sentencesOf(paragraph).length > sentences).join("\n");
  return longerThan(3) || longerThan(2) || text;
};

/** Quotable sentences or main clauses, all literal parts of the text; only the best kind found. */
const quotableIn = (text: string): string[] => {
  const clauses = sentencesOf(arguing(text))
    .map((sentence) => withoutStop(mainClause(sentence)))
    .filter((clause) => isPlain(clause) && wordCount(clause) >= LEAST_WORDS);
  const short = clauses.filter((clause) => wordCount(clause) <= MOST_WORDS);
  const independent = short.filter(standsAlone);
  return [independent, short].find((some) => some.length > 0) ?? [];
};

const SNIPPET_WORDS = 9;

/** A literal quote from the text, preferably about the theme; null if there is none. */
export const quotePhrase = (text: string, theme: RegExp | null, random: Random): string | null => {
  const choices = quotableIn(text);
  const telling = choices.filter((choice) => theme !== null && choice.search(theme) !== -1);
  if (choices.length > 0) return pick(telling.length > 0 ? telling : choices, random);
  const line = sentencesOf(text).find(isPlain);
  return line === undefined ? null : withoutStop(line.split(" ").slice(0, SNIPPET_WORDS).join(" "));
};
