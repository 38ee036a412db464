/** Languages that are tested. The form lists them first. */
export const TESTED_LANGUAGES = [
  ...(["en", "es", "de", "fr", "pt", "hi", "ar", "he", "zh", "ja"] as const),
] as const;

/** The languages of debates, as BCP 47 tags without script and region. */
export const LANGUAGES = [
  ...TESTED_LANGUAGES,
  ...(["am", "az", "be", "bg", "bn", "ca", "cs", "da", "el", "et"] as const),
  ...(["eu", "fa", "fi", "fil", "gu", "hr", "hu", "hy", "id", "is"] as const),
  ...(["it", "ka", "kn", "ko", "ku", "lo", "lt", "lv", "ml", "mr"] as const),
  ...(["nl", "no", "or", "pa", "pl", "ro", "ru", "sk", "sl", "sq"] as const),
  ...(["sr", "sv", "ta", "te", "th", "tr", "uk", "ur", "vi", "yo"] as const),
] as const;
export type Language = (typeof LANGUAGES)[number];

/** A canonical BCP 47 tag of one of these languages, such as `pt-BR` or `zh-Hant-TW`. */
export type LanguageTag = string;

/** The language of debates that were created before debates had a language. */
export const DEFAULT_LANGUAGE: Language = "en";

/** Returns the language of a BCP 47 tag such as `pt-BR`; null if debates cannot have it. */
export const findLanguage = (tag: string): Language | null => {
  const [name = ""] = tag.toLowerCase().split("-");
  return LANGUAGES.find((language) => language === name) ?? null;
};

/** Returns the language of a debate's tag, without script and region. */
export const getBaseLanguage = (tag: LanguageTag): Language =>
  findLanguage(tag) ?? DEFAULT_LANGUAGE;

/**
 * Returns a tag in its canonical form: `pt-BR` for `PT-br`, `he` for `iw`. Returns null for
 * malformed tags, for languages that are not in `LANGUAGES`, and for tags with more parts than
 * language, script and region.
 */
export const canonicalizeLanguageTag = (tag: string): LanguageTag | null => {
  // Malformed tags are rejected first, because `getCanonicalLocales` throws for them.
  if (!/^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?$/i.test(tag)) return null;
  const [canonical = ""] = Intl.getCanonicalLocales(tag);
  return findLanguage(canonical) && canonical;
};

/**
 * Maps script codes that are no Unicode scripts to Unicode scripts. For example, Japanese (`Jpan`)
 * is written in three.
 */
const COMBINED_SCRIPTS: Record<string, readonly string[]> = {
  Hans: ["Han"],
  Hant: ["Han"],
  Jpan: ["Han", "Hiragana", "Katakana"],
  Kore: ["Hangul", "Han"],
};

/**
 * If less than this share of a topic's letters belongs to the script of the detected language, the
 * topic counts as mixing scripts.
 */
const MAIN_SCRIPT_SHARE = 0.7;
/**
 * A preferred language fits a topic if at least this share of the topic's letters is in its script.
 */
const FITTING_SCRIPT_SHARE = 0.3;

const countMatches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const listScripts = (tag: LanguageTag): readonly string[] => {
  const script = new Intl.Locale(tag).maximize().script ?? "Latn";
  return COMBINED_SCRIPTS[script] ?? [script];
};

/** Whether the tag names another script than the language usually has, such as `sr-Latn`. */
export const hasUnusualScript = (tag: LanguageTag): boolean =>
  listScripts(tag).join() !== listScripts(getBaseLanguage(tag)).join();

/**
 * The share of the letters of `text` that belong to the script of `language`; 1 if there are no
 * letters.
 */
export const computeScriptShare = (language: Language, text: string): number => {
  const letters = countMatches(text, /\p{L}/gu);
  if (letters === 0) return 1;
  const scripts = listScripts(language);
  const pattern = scripts.map((name) => String.raw`\p{scx=${name}}`).join("");
  return countMatches(text, new RegExp(String.raw`(?=\p{L})[${pattern}]`, "gu")) / letters;
};

/**
 * A topic with fewer letters than this is short. Its detected language counts only if its score
 * exceeds that of the fallback, the user's language or English, by `CLEAR_LEAD`.
 */
const SHORT_TOPIC_LETTERS = 20;
const CLEAR_LEAD = 0.1;

/** A detector's result: its best language, and a score from 0 to 1 of each possible language. */
export interface DetectedLanguage {
  language: Language | null;
  isReliable: boolean;
  scores: ReadonlyMap<Language, number>;
}

/**
 * Returns the language of a topic. For topics that are too short or mix scripts it is the first of
 * the user's `preferred` languages whose script fits the topic, or English.
 */
export const selectTopicLanguage = (
  topic: string,
  { language, isReliable, scores }: DetectedLanguage,
  preferred: readonly Language[],
): Language => {
  const fits = (tag: Language) => computeScriptShare(tag, topic) >= FITTING_SCRIPT_SHARE;
  const fallback = preferred.find(fits) ?? DEFAULT_LANGUAGE;
  if (language === null || !isReliable) return fallback;
  if (computeScriptShare(language, topic) < MAIN_SCRIPT_SHARE) return fallback;
  const lead = (scores.get(language) ?? 0) - (scores.get(fallback) ?? 0);
  const isShort = countMatches(topic, /\p{L}/gu) < SHORT_TOPIC_LETTERS;
  return isShort && lead < CLEAR_LEAD ? fallback : language;
};

/** Returns the English name of a language, such as "Brazilian Portuguese". */
export const getLanguageName = (tag: LanguageTag): string =>
  new Intl.DisplayNames("en", { type: "language" }).of(tag) ?? tag;
