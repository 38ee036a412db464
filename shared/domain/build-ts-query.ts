import { isSearchable } from "./search.ts";

/** A synonym for search: a label that users see, and the stored word for it. */
export interface SearchSynonym {
  label: string;
  lexeme: string;
}

/** Maximum number of words searched in speeches. Topics are matched by the whole text. */
const MAX_SEARCH_WORDS = 20;
const MIN_PREFIX_CHARACTERS = 3;

const quoteLexeme = (word: string): string => `'${word.replace(/['\\]/g, "$&$&")}'`;

const splitWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Builds a query for PostgreSQL's `to_tsquery`. All words must match; the last one also matches as
 * a prefix, because it may be incomplete. Words of a label also match the stored word.
 */
export const buildTsQuery = (text: string, meanings: readonly SearchSynonym[]): string => {
  const words = text.split(/\s+/).filter(isSearchable).slice(0, MAX_SEARCH_WORDS);
  return words
    .map((word, place) => {
      const isBeginning = place === words.length - 1 && word.length >= MIN_PREFIX_CHARACTERS;
      const parts = splitWords(word);
      const means = ({ label }: SearchSynonym) => {
        const said = splitWords(label);
        return parts.every((part) =>
          said.some((each) => (isBeginning ? each.startsWith(part) : each === part)),
        );
      };
      const others = new Set(meanings.filter(means).map(({ lexeme }) => quoteLexeme(lexeme)));
      const itself = quoteLexeme(word) + (isBeginning ? ":*" : "");
      return others.size > 0 ? `(${[itself, ...others].join(" | ")})` : itself;
    })
    .join(" & ");
};
