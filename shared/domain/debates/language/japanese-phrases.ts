/** Words in hiragana are mostly particles and endings, which belong to the word before them. */
const HIRAGANA_WORD = /^\p{Script=Hiragana}/u;
const LETTER_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]$/u;
const NUMBER_END = /[〇一二三四五六七八九十百千万億\d]$/;
/** Longer phrases would leave large gaps at the ends of lines. */
const MAX_PHRASE_CHARACTERS = 10;

/**
 * Joins Japanese words to phrases; lines end only between phrases. A phrase is a word with its
 * particles and endings, or a number with its counter.
 */
export const joinJapanesePhrases = (words: readonly string[]): string[] => {
  const phrases: string[] = [];
  for (const word of words) {
    const last = phrases.at(-1);
    const isBound =
      last !== undefined &&
      last.length + word.length <= MAX_PHRASE_CHARACTERS &&
      LETTER_END.test(last) &&
      (HIRAGANA_WORD.test(word) || (NUMBER_END.test(last) && LETTER_END.test(word)));
    if (isBound) phrases.splice(-1, 1, last + word);
    else phrases.push(word);
  }
  return phrases;
};
