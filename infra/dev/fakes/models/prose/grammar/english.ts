import {
  CONSONANT_DOUBLING_VERBS,
  IRREGULAR_PARTICIPLES,
  PROPER_NAMES,
  PLURALS,
  PREPOSITIONS,
  SINGULAR_IN_S,
} from "./word-lists.ts";

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Lower-cases the first letter unless the text begins with a name, an acronym or "I". */
export const uncapitalize = (text: string): string => {
  const first = text.split(/[\s,'’]/, 1)[0] ?? "";
  const isName = PROPER_NAMES.has(first) || first === "I" || /^.+\p{Lu}/u.test(first);
  /** Two capitalized words in a row are a name: "Die Hard is a Christmas movie". */
  const isLongName = /^\S+ \p{Lu}\p{Ll}/u.test(text);
  return isName || isLongName ? text : text.charAt(0).toLowerCase() + text.slice(1);
};

/** Returns the -ing form of a verb: ban → banning, use → using, lie → lying, learn → learning. */
export const toGerund = (verb: string): string => {
  if (verb === "be") return "being";
  if (verb.endsWith("ie")) return `${verb.slice(0, -2)}ying`;
  if (/[^eoy]e$/.test(verb)) return `${verb.slice(0, -1)}ing`;
  const doubles = /^[^aeiou]*[aeiou][^aeiouwxy]$/.test(verb) || CONSONANT_DOUBLING_VERBS.has(verb);
  return doubles ? `${verb}${verb.at(-1)}ing` : `${verb}ing`;
};

/**
 * Returns the -ing form of a participle: banned → banning, taught → teaching. Null if the word is
 * no participle.
 */
export const participleToGerund = (participle: string): string | null => {
  const irregular = IRREGULAR_PARTICIPLES[participle];
  if (irregular !== undefined) return irregular;
  if (participle.endsWith("ied")) return `${participle.slice(0, -3)}ying`;
  return /[^e]ed$/.test(participle) ? `${participle.slice(0, -2)}ing` : null;
};

/** Returns the word that decides whether a phrase is plural: the last one before a preposition. */
const getHeadNoun = (phrase: string): string => {
  const words = phrase.split(/\s+/);
  const end = words.findIndex((word, i) => i > 0 && PREPOSITIONS.has(word.toLowerCase()));
  return words[(end === -1 ? words.length : end) - 1] ?? "";
};

export const isPlural = (phrase: string): boolean => {
  /** Names are singular, even if they end in s: Star Wars, the United States. */
  if (/\p{Lu}\p{Ll}*\s+\p{Lu}\p{Ll}*s$/u.test(phrase)) return false;
  const head = getHeadNoun(phrase).toLowerCase();
  if (PLURALS.has(head) || / and /.test(phrase)) return true;
  return /[^su]s$/.test(head) && !head.endsWith("is") && !SINGULAR_IN_S.has(head);
};
