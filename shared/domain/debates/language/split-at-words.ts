import { joinJapanesePhrases } from "./japanese-phrases.ts";
import type { LanguageTag } from "./language.ts";

/** Brackets and quotation marks that open, and so may not end a line. */
const OPENING = /^[\p{Ps}\p{Pi}]+$/u;
const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u;
/** Chinese particles, which belong to the word before them. */
const PARTICLE = /^[了的吗呢吧啊着们]$/;

/** Splits a text into words or characters. Without `Intl.Segmenter`, always into characters. */
export const segment = (
  text: string,
  language: LanguageTag,
  granularity: "word" | "grapheme",
): string[] =>
  "Segmenter" in Intl
    ? Array.from(
        new Intl.Segmenter(language, { granularity }).segment(text),
        (part) => part.segment,
      )
    : Array.from(text);

/**
 * Splits a text without spaces into the pieces between which a line may end. These are words, or
 * phrases in Japanese if `hasPhrases` is true. A closing mark stays with the word before it.
 */
export const splitAtWords = (text: string, language: LanguageTag, hasPhrases = true): string[] => {
  const words = segment(text, language, "word");
  const pieces: string[] = [];
  for (const part of hasPhrases && /^ja\b/.test(language) ? joinJapanesePhrases(words) : words) {
    const last = pieces.at(-1);
    const isBound = PARTICLE.test(part) || (!LETTER_OR_NUMBER.test(part) && !OPENING.test(part));
    if (last !== undefined && (isBound || OPENING.test(last))) pieces.splice(-1, 1, last + part);
    else pieces.push(part);
  }
  return pieces;
};
