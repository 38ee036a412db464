import { isSearchable } from "./search.ts";

/** A synonym for search: a label that users see, and the stored word for it. */
export interface Meaning {
  label: string;
  lexeme: string;
}

/** Maximum number of words searched in speeches. Topics are matched by the whole text. */
const MOST_WORDS = 20;
const BEGINNING = 3;

const quoted = (word: string): string => `'${word.replace(/['\\]/g, "$&$&")}'`;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Builds a query for PostgreSQL's `to_tsquery`. All words must match; the last one also matches as
 * a prefix, because it may be incomplete. Words of a label also match the stored word.
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
