import { isSearchable } from "./search.ts";

/** A synonym for search: a label that users see, and the stored word for it. */
export interface SearchSynonym {
  label: string;
  lexeme: string;
}

/** Maximum number of words searched in speeches. In topics, the whole text is searched. */
const MAX_SEARCH_WORDS = 20;
const MIN_PREFIX_CHARACTERS = 3;

const quoteLexeme = (word: string): string => `'${word.replace(/['\\]/g, "$&$&")}'`;

const splitWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Builds a query for PostgreSQL's `to_tsquery`. All words must match; the last one also matches as
 * a prefix, because it may be incomplete. Words of a synonym's label also match its stored word.
 */
export const buildTsQuery = (text: string, synonyms: readonly SearchSynonym[]): string => {
  const words = text.split(/\s+/).filter(isSearchable).slice(0, MAX_SEARCH_WORDS);
  return words
    .map((word, index) => {
      const isPrefix = index === words.length - 1 && word.length >= MIN_PREFIX_CHARACTERS;
      const parts = splitWords(word);
      const matches = ({ label }: SearchSynonym) => {
        const labelWords = splitWords(label);
        return parts.every((part) =>
          labelWords.some((labelWord) =>
            isPrefix ? labelWord.startsWith(part) : labelWord === part,
          ),
        );
      };
      const others = new Set(synonyms.filter(matches).map(({ lexeme }) => quoteLexeme(lexeme)));
      const lexemeQuery = quoteLexeme(word) + (isPrefix ? ":*" : "");
      return others.size > 0 ? `(${[lexemeQuery, ...others].join(" | ")})` : lexemeQuery;
    })
    .join(" & ");
};
