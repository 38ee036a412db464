/** Characters a turn needs to be worth a voice. */
export const SPOKEN_MIN = 5;
/** What people read about a turn that has fewer. */
export const TOO_SHORT_TO_SPEAK = "Turn content is too short or empty";

/** Voices lose their breath, and services their patience, over longer stretches. */
const LONGEST_STRETCH = 900;

/** What Markdown writes around the words, and what is left of it for the ear. */
const MARKUP: readonly (readonly [RegExp, string])[] = [
  [/^ *(```|~~~).*$/gm, ""],
  [/!\[([^\]]*)\]\([^)]*\)/g, "$1"],
  [/\[([^\]]+)\]\([^)]*\)/g, "$1"],
  [/<\/?[a-z][^>]*>/gi, ""],
  [/^ *(?:[-*_] *){3,}$/gm, ""],
  [/^ {0,3}(?:#{1,6}|>+|[-*+]|\d+[.)]) +/gm, ""],
  [/(?<!\\)(\*\*\*|\*\*|\*|~~|`+)(?=\S)(.+?)(?<=[^\s\\])\1/g, "$2"],
  [/(?<![\p{L}\p{N}_\\])(___|__|_)(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}_])/gu, "$2"],
  [/\\([\\`*_{}[\]()#+.!>~-])/g, "$1"],
];

/** A speech as it is spoken: the words without markup, one paragraph a line. */
export const plainText = (content: string): string =>
  MARKUP.reduce((text, [pattern, left]) => text.replace(pattern, left), content)
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, " ").trim())
    .filter((paragraph) => paragraph !== "")
    .join("\n");

export const isSpeakable = (content: string): boolean => plainText(content).length >= SPOKEN_MIN;

/** Cuts at white space, so that no stretch is longer than a voice can take. */
const shortened = (sentence: string): string[] => {
  if (sentence.length <= LONGEST_STRETCH) return [sentence];
  const space = sentence.lastIndexOf(" ", LONGEST_STRETCH);
  const cut = space > 0 ? space : LONGEST_STRETCH;
  return [sentence.slice(0, cut), ...shortened(sentence.slice(cut).trimStart())];
};

/** A stub such as "Dr." or "1." is no sentence: it goes with what follows. */
const joinStubs = (sentences: readonly string[]): string[] => {
  const joined: string[] = [];
  let stub = "";
  for (const sentence of sentences) {
    const whole = stub === "" ? sentence : `${stub} ${sentence}`;
    stub = whole.length < SPOKEN_MIN ? whole : "";
    if (stub === "") joined.push(whole);
  }
  if (stub === "") return joined;
  const last = joined.pop();
  return [...joined, last === undefined ? stub : `${last} ${stub}`];
};

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

const sentencesOf = (paragraph: string): string[] => {
  const sentences = Array.from(segmenter.segment(paragraph), ({ segment }) => segment.trim());
  return joinStubs(sentences.filter((sentence) => sentence !== ""));
};

/** The plain text of a speech, sentence by sentence. */
export const spokenSentences = (content: string): string[] =>
  plainText(content).split("\n").flatMap(sentencesOf).flatMap(shortened);
