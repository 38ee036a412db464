import { DEFAULT_LANGUAGE, type Language } from "#shared/domain/debates/language.ts";

/**
 * Returns the lines that tell a model the debate's language. None for English, which models write
 * anyway, and for older debates, whose language is unknown.
 */
export const buildLanguageRule = (language: Language | null): string[] => {
  if (language === null || language === DEFAULT_LANGUAGE) return [];
  const name = new Intl.DisplayNames("en", { type: "language" }).of(language) ?? language;
  return [`Write in ${name} (${language}).`];
};
