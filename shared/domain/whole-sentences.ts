/** The end of a sentence with closing marks. Scripts without spaces need no space after it. */
const STOP = /[\p{Sentence_Terminal}…]["'”’»)\]*_~`]*(?=\s|$)|[。！？｡]["'”’»）」』*_~`]*/gu;
/** A blank line ends a sentence in any case. */
const BLANK_LINE = /\n[^\S\n]*\n/g;
/** A lowercase word follows: the full stop belongs to an abbreviation. */
const GOES_ON = /^\s+\p{Ll}/u;

/** Number of characters searched for the next word. */
const NEAR = 20;

const sentenceEnds = (text: string): number[] => {
  const ends = Array.from(text.matchAll(STOP), ({ index, 0: stop }) => index + stop.length);
  return ends.filter((end) => !GOES_ON.test(text.slice(end, end + NEAR)));
};

/** A truncated text up to its last whole sentence; empty if there is none. */
export const wholeSentences = (text: string): string => {
  let end = sentenceEnds(text).at(-1) ?? 0;
  for (const { index } of text.matchAll(BLANK_LINE)) end = Math.max(end, index);
  return text.slice(0, end).trimEnd();
};

/** Minimum length of a meaningful sentence; "No." is too short. */
const TELLING = 12;

/**
 * Truncates a text at a word boundary and adds an ellipsis, if it is longer than `most` characters.
 */
export const cutOff = (text: string, most: number): string => {
  if (text.length <= most) return text;
  const space = text.lastIndexOf(" ", most - 1);
  const cut = text.slice(0, space > most / 2 ? space : most - 1);
  // Also removes a half surrogate at the cut.
  return `${cut.replace(/[\s,;:–—-]{1,9}$|[\uD800-\uDBFF]$/, "")}…`;
};

/** The first meaningful sentence of a plain text, at most `most` characters. */
export const firstSentence = (text: string, most: number): string => {
  const start = text.slice(0, 4 * most);
  const line = start.split("\n").find((each) => each.length >= TELLING) ?? start;
  const end = sentenceEnds(line).find((each) => each >= TELLING) ?? line.length;
  return cutOff(line.slice(0, end).trim(), most);
};

/** As many whole sentences from the start of a plain text as fit into `most` characters. */
export const beginning = (text: string, most: number): string => {
  const start = text.slice(0, most);
  const words = text.length > most ? start.slice(0, start.lastIndexOf(" ") + 1) : start;
  return wholeSentences(words) || cutOff(text, most);
};

/**
 * The last two sentences of a growing text; if they are longer than `most` characters, its last
 * words.
 */
export const lastSentences = (text: string, most: number): string => {
  const said = text.slice(-2 * most).trimEnd();
  const ends = sentenceEnds(said).filter((end) => end < said.length);
  const words = said.slice(ends.at(-2) ?? 0).trim();
  if (words.length <= most) return words;
  const cut = words.slice(1 - most);
  return `…${cut.slice(cut.indexOf(" ") + 1).replace(/^[\uDC00-\uDFFF]/, "")}`;
};
