import {
  type DetectedLanguage,
  findLanguage,
  type Language,
  selectTopicLanguage,
} from "#shared/domain/debates/language/language.ts";

/**
 * Language codes of the detector that differ from those of the product. Malay counts as Indonesian,
 * because the detector cannot tell them apart.
 */
const OTHER_CODES: Record<string, Language> = { ms: "id", tl: "fil" };

const toLanguage = (code: string): Language | null => OTHER_CODES[code] ?? findLanguage(code);

/**
 * Returns a function that detects the language of at least a few words. The first call loads the
 * detector, about 300 ms.
 */
export const loadLanguageDetector = async (): Promise<(text: string) => DetectedLanguage> => {
  const { eld } = await import("eld/small");
  return (text) => {
    const result = eld.detect(text);
    const scores = new Map<Language, number>();
    for (const [code, score] of Object.entries(result.getScores())) {
      const language = toLanguage(code);
      if (language !== null) scores.set(language, score);
    }
    return { language: toLanguage(result.language), isReliable: result.isReliable(), scores };
  };
};

/** Returns the language of a debate on this topic, for a user who reads the `preferred` languages. */
export const detectTopicLanguage = async (
  topic: string,
  preferred: readonly Language[],
): Promise<Language> =>
  selectTopicLanguage(topic, (await loadLanguageDetector())(topic), preferred);
