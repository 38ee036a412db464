import type { LanguageTag } from "#shared/domain/debates/language/language.ts";
import { splitAtWords } from "#shared/domain/debates/language/split-at-words.ts";

const SQUARE = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー]";
/** Matches between two characters of a word if at least one of them is Chinese or Japanese. */
const INSIDE_WORD = new RegExp(
  `(?<=${SQUARE})(?=[\\p{L}\\p{N}ー])|(?<=[\\p{L}\\p{N}])(?=${SQUARE})`,
  "gu",
);
/**
 * The combining grapheme joiner, which forbids a line break and has no width. Satori fails on the
 * usual word joiner, because it measures it like a letter.
 */
const WORD_JOINER = "\u034f";

/**
 * Forbids line breaks inside the words of Chinese and the phrases of Japanese. Satori would break
 * such text at any character.
 */
export const bindWords = (text: string, language: LanguageTag): string =>
  text
    .split(" ")
    .map((run) =>
      splitAtWords(run, language)
        .map((word) => word.replace(INSIDE_WORD, WORD_JOINER))
        .join(""),
    )
    .join(" ");
