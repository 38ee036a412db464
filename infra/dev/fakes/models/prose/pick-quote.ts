import { pickRandom, type Random } from "./seeded-random.ts";

const splitSentences = (text: string): string[] =>
  text
    .split(/\n+/)
    .flatMap((paragraph) => paragraph.split(/(?<=[.!?])\s+/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");

export const countWords = (text: string): number => text.split(/\s+/).filter(Boolean).length;

const MIN_QUOTE_WORDS = 6;
const MAX_QUOTE_WORDS = 15;

/** Whether a sentence is a plain statement, without question, quote, parenthesis or markup. */
const isPlainStatement = (sentence: string): boolean => /^[^“”"()*_?!#>:]+$/.test(sentence);

const CONTEXT_DEPENDENT_PATTERN =
  /^(?:that|this|it|they|those|these|then|there|but|and|so|he|she|now|or|yes|with|if|when|where|once|until|while|of|for|let|ask|think|picture|look|consider|start|begin|leave|here|listen|pick|try|meanwhile|unlike|since|today)\b/i;
const ABOUT_DEBATE_PATTERN =
  /\b(?:I|my|me|opponent|judge|house|proposition|opposition|motion|debate)\b|\bI[’']/i;

/** Whether a clause can be understood on its own and is about the topic, not about the debate. */
const isSelfContained = (clause: string): boolean =>
  !CONTEXT_DEPENDENT_PATTERN.test(clause) && !ABOUT_DEBATE_PATTERN.test(clause);

const NEXT_CLAUSE_PATTERN = /\s*(?:;|, (?:and|but|so|because|while|which|who|where))\s/;

/** Returns the main clause of a long sentence; empty if the clause is an enumeration. */
const getMainClause = (sentence: string): string => {
  if (countWords(sentence) <= MAX_QUOTE_WORDS) return sentence;
  const clause = sentence.split(NEXT_CLAUSE_PATTERN)[0] ?? "";
  return clause.includes(",") ? "" : clause;
};

const stripPunctuation = (sentence: string): string => sentence.replace(/[.;,]+$/, "");

/**
 * Returns the long paragraphs, which contain the arguments. Short ones contain greetings,
 * transitions and last lines.
 */
const getArguingParagraphs = (text: string): string => {
  const paragraphs = text.split(/\n+/);
  const keepLongerThan = (sentences: number): string =>
    paragraphs.filter((paragraph) => splitSentences(paragraph).length > sentences).join("\n");
  return keepLongerThan(3) || keepLongerThan(2) || text;
};

/**
 * Returns sentences or main clauses that are literal parts of the text and can be quoted. Prefers
 * those that can be understood on their own.
 */
const findQuotableClauses = (text: string): string[] => {
  const clauses = splitSentences(getArguingParagraphs(text))
    .map((sentence) => stripPunctuation(getMainClause(sentence)))
    .filter((clause) => isPlainStatement(clause) && countWords(clause) >= MIN_QUOTE_WORDS);
  const short = clauses.filter((clause) => countWords(clause) <= MAX_QUOTE_WORDS);
  const independent = short.filter(isSelfContained);
  return [independent, short].find((clauseList) => clauseList.length > 0) ?? [];
};

const SNIPPET_WORDS = 9;

/** Returns a literal quote from the text, preferably on the theme. Null if the text has none. */
export const pickQuote = (text: string, theme: RegExp | null, random: Random): string | null => {
  const choices = findQuotableClauses(text);
  const onTheme = choices.filter((choice) => theme !== null && choice.search(theme) !== -1);
  if (choices.length > 0) return pickRandom(onTheme.length > 0 ? onTheme : choices, random);
  const line = splitSentences(text).find(isPlainStatement);
  return line === undefined
    ? null
    : stripPunctuation(line.split(" ").slice(0, SNIPPET_WORDS).join(" "));
};
