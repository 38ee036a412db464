import { isPlural } from "./english.ts";
import {
  ADVERBS,
  WORDS_BEFORE_NOUN,
  DETERMINERS,
  NOUN_LIKE_VERBS,
  PERFECT_PARTICIPLES,
  PREDICATE_ADJECTIVES,
  PREPOSITIONS,
  VERBS,
} from "./word-lists.ts";

export interface SplitClause {
  subject: string;
  rest: string;
}

const splitAt = (words: readonly string[], index: number): SplitClause | null =>
  index < 1 || index >= words.length
    ? null
    : { subject: words.slice(0, index).join(" "), rest: words.slice(index).join(" ") };

/**
 * Scores whether the verb of a clause such as "cities ban private cars" starts at this word. 0:
 * certainly not.
 */
const scoreVerbStart = (words: readonly string[], index: number): number => {
  const word = words[index]?.toLowerCase() ?? "";
  const before = words[index - 1]?.toLowerCase() ?? "";
  if (WORDS_BEFORE_NOUN.has(before)) return 0;
  const next = words[index + 1]?.toLowerCase() ?? "";
  if (ADVERBS.has(word)) return VERBS.has(next) || ADVERBS.has(next) ? 2 : 0;
  if (!VERBS.has(word)) return 0;
  const endsSubject = isPlural(words.slice(0, index).join(" ")) || before === "i";
  return (NOUN_LIKE_VERBS.has(word) ? 1 : 2) + (endsSubject ? 1 : 0);
};

/**
 * Splits a clause such as "dogs make better friends" before the verb. Returns null if it contains
 * no known verb.
 */
export const splitAtKnownVerb = (clause: string): SplitClause | null => {
  const words = clause.split(" ");
  const signs = words.map((_, index) => (index === 0 ? 0 : scoreVerbStart(words, index)));
  const sure = signs.findIndex((sign) => sign >= 2);
  return splitAt(words, sure === -1 ? signs.indexOf(1) : sure);
};

/**
 * Splits the words after "should", "can" or "does" into subject and verb. After a plural subject
 * even an unknown verb is found.
 */
export const splitAtVerb = (clause: string): SplitClause | null => {
  const words = clause.split(" ");
  const afterPlural = words.findIndex((_, index) => index > 0 && isPlural(words[index - 1] ?? ""));
  return splitAtKnownVerb(clause) ?? splitAt(words, afterPlural);
};

/** Splits the words after "has" into subject and participle: "the internet | made us smarter". */
export const splitAtParticiple = (clause: string): SplitClause | null => {
  const words = clause.split(" ");
  const isParticiple = (word: string): boolean =>
    PERFECT_PARTICIPLES.has(word) || /[^e]ed$/.test(word) || ADVERBS.has(word);
  return splitAt(
    words,
    words.findIndex((word, index) => index > 0 && isParticiple(word.toLowerCase())),
  );
};

const isPredicateStart = (words: readonly string[], index: number): boolean => {
  const word = words[index] ?? "";
  const before = words[index - 1]?.toLowerCase() ?? "";
  if (WORDS_BEFORE_NOUN.has(before) || PREPOSITIONS.has(before)) return false;
  if (DETERMINERS.has(word) || PREDICATE_ADJECTIVES.has(word)) return true;
  return /(?:able|ible|ful|less|ous|ed|ing)$/.test(word) && index > 0 && word.length > 5;
};

/**
 * Splits the words after "is" or "are" into subject and predicate. The predicate has at least one
 * word, the last.
 */
export const splitAtPredicate = (clause: string): SplitClause | null => {
  const words = clause.split(" ");
  const start = words.findIndex((_, index) => index > 0 && isPredicateStart(words, index));
  return splitAt(words, start === -1 ? words.length - 1 : start);
};

/** Returns the noun phrase at the start of a phrase, without a determiner such as "their". */
export const getLeadingNoun = (phrase: string): string => {
  const words = phrase.split(" ").filter((word) => word !== "");
  const end = words.findIndex(
    (word) => PREPOSITIONS.has(word.toLowerCase()) || ADVERBS.has(word.toLowerCase()),
  );
  return words
    .slice(0, end === -1 ? words.length : end)
    .join(" ")
    .replace(/^(?:their|its|our|your|my|any|every|all|each|more|less|no)\s+/i, "");
};
