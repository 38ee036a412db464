import { useQuery } from "@tanstack/react-query";
import { getLanguageName, type Language } from "#shared/domain/debates/language/language.ts";
import { listedLanguagesQuery } from "./debate-list-queries.ts";

/** Maps the codes of the chosen language and of those of public debates to their sorted names. */
export const useLanguageOptions = (
  chosen: Language | undefined,
  enabled: boolean,
): Record<string, string> => {
  const { data = [] } = useQuery({ ...listedLanguagesQuery, enabled });
  const languages = new Set(chosen === undefined ? data : [...data, chosen]);
  const options = Array.from(
    languages,
    (language) => [language, getLanguageName(language)] as const,
  );
  options.sort(([, a], [, b]) => a.localeCompare(b, "en"));
  return Object.fromEntries(options);
};
