import { isSearchable } from "./search.ts";

/** A synonym for search: a label that users see, and the stored word for it. */
export interface SearchSynonym {
  label: string;
  lexeme: string;
}

/** The words of a search, as the SQL function `search_query` takes them. */
export interface SearchWords {
  words: string[];
  /** For each word, a `tsquery` for its synonyms. Empty if the word has none. */
  synonyms: string[];
  /** Whether the last word also matches as a prefix, because it may be incomplete. */
  lastIsPrefix: boolean;
}

/**
 * Maximum number of words that are looked up in the index of words. The pattern search in topics
 * uses the user's whole input.
 */
const MAX_SEARCH_WORDS = 20;
const MIN_PREFIX_CHARACTERS = 3;

const UNSPACED_SCRIPTS = ["Han", "Hira", "Kana", "Hang", "Thai", "Laoo", "Khmr", "Mymr"];
const UNSPACED_LETTER = new RegExp(
  String.raw`(?=\p{L})[${UNSPACED_SCRIPTS.map((name) => String.raw`\p{scx=${name}}`).join("")}]`,
  "u",
);

/** Whether a text has letters of a script whose words are stored as bigrams. */
export const hasUnspacedScript = (text: string): boolean => UNSPACED_LETTER.test(text);

const quoteLexeme = (word: string): string => `'${word.replace(/['\\]/g, "$&$&")}'`;

const splitWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Splits a search into its words. Some values are stored under another word than users see. A search
 * for a word that users see (the label of a synonym) also finds the stored word.
 */
export const splitSearchWords = (
  text: string,
  synonyms: readonly SearchSynonym[] = [],
): SearchWords => {
  const words = text.split(/\s+/).filter(isSearchable).slice(0, MAX_SEARCH_WORDS);
  const lastIsPrefix = (words.at(-1) ?? "").length >= MIN_PREFIX_CHARACTERS;
  const findLexemes = (word: string, index: number): string => {
    const isPrefix = lastIsPrefix && index === words.length - 1;
    const parts = splitWords(word);
    const matches = ({ label }: SearchSynonym) => {
      const labelWords = splitWords(label);
      return parts.every((part) =>
        labelWords.some((labelWord) =>
          isPrefix ? labelWord.startsWith(part) : labelWord === part,
        ),
      );
    };
    const lexemes = synonyms.filter(matches).map(({ lexeme }) => quoteLexeme(lexeme));
    return [...new Set(lexemes)].join(" | ");
  };
  return { words, synonyms: words.map(findLexemes), lastIsPrefix };
};
