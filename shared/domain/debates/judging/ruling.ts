import { findFirstSentenceEnd, truncateAtWord } from "../../text/sentence-excerpts.ts";

const MAX_RULING_WORDS = 15;
const MAX_RULING_CHARACTERS = 200;

/** Returns the end of each word by Unicode's rules, which also split scripts without spaces. */
const findWordEnds = (text: string): number[] => {
  const ends: number[] = [];
  let isAfterHyphen = false;
  for (const { segment, index, isWordLike } of new Intl.Segmenter("en", {
    granularity: "word",
  }).segment(text)) {
    // A hyphenated word counts as one word.
    if (isWordLike && isAfterHyphen) ends.pop();
    if (isWordLike) ends.push(index + segment.length);
    isAfterHyphen = ends.at(-1) === index && /^[-\u2010\u2011]$/.test(segment);
  }
  return ends;
};

const toOneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

const getFirstSentence = (text: string): string => text.slice(0, findFirstSentenceEnd(text)).trim();

const truncateToRuling = (sentence: string): string => {
  const ends = findWordEnds(sentence);
  const isLong = ends.length > MAX_RULING_WORDS;
  const words = isLong ? `${sentence.slice(0, ends[MAX_RULING_WORDS - 1])}…` : sentence;
  return truncateAtWord(words, MAX_RULING_CHARACTERS);
};

interface JudgeWords {
  ruling: string | null;
  feedback: string;
}

/**
 * Returns the judge's one sentence about a turn, at most 15 words and 200 characters. If the judge
 * gave none or a longer one, returns the first sentence of the feedback, truncated if necessary.
 */
export const selectRuling = ({ ruling, feedback }: JudgeWords): string => {
  const given = toOneLine(ruling ?? "");
  const words = given.length > MAX_RULING_CHARACTERS ? [] : findWordEnds(given);
  if (words.length > 0 && words.length <= MAX_RULING_WORDS) return given;
  return truncateToRuling(toOneLine(getFirstSentence(feedback)));
};
