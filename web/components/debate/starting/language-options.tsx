import {
  getLanguageName,
  LANGUAGES,
  type LanguageTag,
  TESTED_LANGUAGES,
} from "#shared/domain/debates/language/language.ts";

const OTHER_LANGUAGES = LANGUAGES.slice(TESTED_LANGUAGES.length).sort((a, b) =>
  getLanguageName(a).localeCompare(getLanguageName(b), "en"),
);
const OPTIONS: readonly LanguageTag[] = [...TESTED_LANGUAGES, ...OTHER_LANGUAGES];

/** The options of a select with all languages. `current` comes first if it is not one of them. */
export const LanguageOptions = ({ current }: { current?: LanguageTag | undefined }) => {
  const isListed = current === undefined || OPTIONS.includes(current);
  return [...(isListed ? [] : [current]), ...OPTIONS].map((tag) => (
    <option key={tag} value={tag}>
      {getLanguageName(tag)}
    </option>
  ));
};
