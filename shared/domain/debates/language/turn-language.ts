import {
  computeScriptShare,
  type DetectedLanguage,
  getBaseLanguage,
  hasUnusualScript,
  type Language,
  type LanguageTag,
} from "./language.ts";

/** A turn of at most this many letters is never checked. */
const MIN_LETTERS = 200;
/** Shorter sentences are ignored, because their language cannot be detected reliably. */
const MIN_SENTENCE_LETTERS = 20;
/**
 * A turn counts as written in another language only if the detector's score for that language
 * exceeds its score for the debate's language by this much. Between the tested languages the
 * difference is at least 0.14, between Danish and Norwegian about 0.04.
 */
const CLEAR_LEAD = 0.1;
/**
 * A mixed text counts as right if at least this share of its letters is in the debate's language.
 */
const MIN_SHARE = 0.25;

/** Passages in quotation marks and quoted lines. They may be in any language. */
const QUOTED =
  /“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|»[^«»]*«|「[^「」]*」|『[^『』]*』|"[^"\n]*"|^>.*$/gmu;

const countLetters = (text: string): number => text.match(/[\p{L}\p{M}]/gu)?.length ?? 0;

type Detect = (text: string) => DetectedLanguage;

const isClearlyOther = (text: string, expected: Language, detect: Detect): boolean => {
  const { language, isReliable, scores } = detect(text);
  if (language === null || language === expected || !isReliable) return false;
  return (scores.get(language) ?? 0) - (scores.get(expected) ?? 0) >= CLEAR_LEAD;
};

/**
 * Whether a finished turn is clearly not in the debate's language. Ignores quotations and regions.
 * Returns false for short and mixed texts, and if the language cannot be detected. Also returns
 * false if the debate's language has an unusual script, which the detector takes for another
 * language.
 */
export const isInWrongLanguage = (text: string, tag: LanguageTag, detect: Detect): boolean => {
  if (hasUnusualScript(tag)) return false;
  const expected = getBaseLanguage(tag);
  const own = text.replace(QUOTED, " ");
  if (countLetters(own) <= MIN_LETTERS || !isClearlyOther(own, expected, detect)) return false;
  // The detector judges a text of two scripts by only one of them, so each sentence is checked,
  // too.
  const sentences = [...new Intl.Segmenter(expected, { granularity: "sentence" }).segment(own)]
    .map(({ segment }) => ({ segment, letters: countLetters(segment) }))
    .filter(({ letters }) => letters >= MIN_SENTENCE_LETTERS);
  const all = sentences.reduce((sum, { letters }) => sum + letters, 0);
  const right = sentences
    .filter(({ segment }) => !isClearlyOther(segment, expected, detect))
    .filter(({ segment }) => computeScriptShare(expected, segment) > MIN_SHARE)
    .reduce((sum, { letters }) => sum + letters, 0);
  return right < all * MIN_SHARE;
};
