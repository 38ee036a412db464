import { isSearchable } from "./search.ts";

/** What else a word may mean: a label that people read, and what is stored for it. */
export interface Meaning {
  label: string;
  lexeme: string;
}

/** Words beyond these are not looked for among what was said; a topic is found by all of its text. */
const MOST_WORDS = 20;
/** As much of a word as its beginning has to have. */
const BEGINNING = 3;

/** As it stands between the quotation marks of a text search: read as text, whatever is in it. */
const quoted = (word: string): string => `'${word.replace(/['\\]/g, "$&$&")}'`;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * What is looked for, as PostgreSQL's `to_tsquery` reads it: each word has to be there, of the last
 * one its beginning, for it may still be typed. A word of a label also finds what is stored for that.
 */
export const searchWords = (text: string, meanings: readonly Meaning[]): string => {
  const words = text.split(/\s+/).filter(isSearchable).slice(0, MOST_WORDS);
  return words
    .map((word, place) => {
      const isBeginning = place === words.length - 1 && word.length >= BEGINNING;
      const parts = wordsOf(word);
      const means = ({ label }: Meaning) => {
        const said = wordsOf(label);
        return parts.every((part) =>
          said.some((each) => (isBeginning ? each.startsWith(part) : each === part)),
        );
      };
      const others = new Set(meanings.filter(means).map(({ lexeme }) => quoted(lexeme)));
      const itself = quoted(word) + (isBeginning ? ":*" : "");
      return others.size > 0 ? `(${[itself, ...others].join(" | ")})` : itself;
    })
    .join(" & ");
};
