/** Words in hiragana are mostly particles and endings, which belong to the word before them. */
const HIRAGANA_WORD = /^\p{Script=Hiragana}/u;
/** Verb endings and long particles, which belong to the word before them. */
const ENDING =
  /^(?:な(?:い|か|く|けれ|ら)|ま(?:し|す|せ|で)|で(?:し|す|も)|だ(?:け|っ|ろ)|の(?:で|に)|かも|から|けど|した|しれ|しょ|せる|せん|たい|って|など|ほど|より|られ|れる)/;
const LETTER_END = /[\p{L}\p{Nd}ー%％]$/u;
const NUMBER_END = /[〇一二三四五六七八九十百千万億\p{Nd}]$/u;
const COUNTER = /^[\p{L}%％]/u;
/** The limit keeps lines even: longer phrases would leave large gaps at the ends of lines. */
const MAX_PHRASE_CHARACTERS = 10;

/** Whether a word can start a phrase. Words of one hiragana letter cannot: most are particles. */
const canStartPhrase = (word: string): boolean =>
  !HIRAGANA_WORD.test(word) || (word.length > 1 && !ENDING.test(word));

const isBound = (last: string, word: string): boolean =>
  LETTER_END.test(last) &&
  (HIRAGANA_WORD.test(word) || (NUMBER_END.test(last) && COUNTER.test(word)));

/**
 * Joins Japanese words to phrases; lines end only between phrases. A phrase is a word with its
 * particles and endings, or a number with its counter.
 */
export const joinJapanesePhrases = (words: readonly string[]): string[] => {
  const phrases: string[][] = [];
  for (const word of words) {
    const phrase = phrases.at(-1);
    if (phrase === undefined || !isBound(phrase.at(-1) ?? "", word)) {
      phrases.push([word]);
      continue;
    }
    phrase.push(word);
    if (phrase.join("").length <= MAX_PHRASE_CHARACTERS) continue;
    const start = phrase.findLastIndex((each, index) => index > 0 && canStartPhrase(each));
    if (start > 0) phrases.push(phrase.splice(start));
  }
  return phrases.map((phrase) => phrase.join(""));
};
