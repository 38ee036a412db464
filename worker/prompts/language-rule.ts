import {
  DEFAULT_LANGUAGE,
  getLanguageName,
  type LanguageTag,
} from "#shared/domain/debates/language/language.ts";

/** Returns the language's English name with its tag, such as `Spanish (es)`. */
const nameLanguage = (language: LanguageTag): string =>
  `${getLanguageName(language)} (${language})`;

/**
 * Returns the lines that tell a model the debate's language. Returns none for English, which models
 * write anyway, and for older debates, whose language is unknown.
 */
export const buildLanguageRule = (language: LanguageTag | null): string[] =>
  language === null || language === DEFAULT_LANGUAGE ? [] : [`Write in ${nameLanguage(language)}.`];

/** Returns the sentence for a model whose first reply was in another language. */
export const buildLanguageReminder = (language: LanguageTag): string =>
  `You have answered in another language before. Write the whole speech in ${nameLanguage(language)}.`;
