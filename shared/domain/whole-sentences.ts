/** What ends a sentence, with all that closes it; in scripts without spaces nothing has to follow. */
const STOP = /[\p{Sentence_Terminal}…]["'”’»)\]*_~`]*(?=\s|$)|[。！？｡]["'”’»）」』*_~`]*/gu;
/** A paragraph ends its last sentence, whatever stands there. */
const BLANK_LINE = /\n[^\S\n]*\n/g;
/** An abbreviation's full stop: the sentence goes on. */
const GOES_ON = /^\s+\p{Ll}/u;

/** How far the next word is from the end of a sentence, at most: spaces beyond do not count. */
const NEAR = 20;

/** Where the sentences of a text end that have one. */
const sentenceEnds = (text: string): number[] => {
  const ends = Array.from(text.matchAll(STOP), ({ index, 0: stop }) => index + stop.length);
  return ends.filter((end) => !GOES_ON.test(text.slice(end, end + NEAR)));
};

/** A text that breaks off somewhere, up to its last whole sentence; empty where it has none. */
export const wholeSentences = (text: string): string => {
  let end = sentenceEnds(text).at(-1) ?? 0;
  for (const { index } of text.matchAll(BLANK_LINE)) end = Math.max(end, index);
  return text.slice(0, end).trimEnd();
};

/** Shorter ones, "No." or "1.", say nothing alone. */
const TELLING = 12;

/** A text with at most so many characters, cut off between two words where it has more. */
export const cutOff = (text: string, most: number): string => {
  if (text.length <= most) return text;
  const space = text.lastIndexOf(" ", most - 1);
  const cut = text.slice(0, space > most / 2 ? space : most - 1);
  // Not within a character of two code units.
  return `${cut.replace(/[\s,;:–—-]{1,9}$|[\uD800-\uDBFF]$/, "")}…`;
};

/** What a plain text begins with: its first sentence that says something, in so many characters. */
export const firstSentence = (text: string, most: number): string => {
  const start = text.slice(0, 4 * most);
  const line = start.split("\n").find((each) => each.length >= TELLING) ?? start;
  const end = sentenceEnds(line).find((each) => each >= TELLING) ?? line.length;
  return cutOff(line.slice(0, end).trim(), most);
};

/** As many whole sentences from the beginning of a plain text as so many characters hold. */
export const beginning = (text: string, most: number): string => {
  const start = text.slice(0, most);
  const words = text.length > most ? start.slice(0, start.lastIndexOf(" ") + 1) : start;
  return wholeSentences(words) || cutOff(text, most);
};

/** What a plain text that grows has come to: its last two sentences, of longer ones the last words. */
export const lastSentences = (text: string, most: number): string => {
  const said = text.slice(-2 * most).trimEnd();
  const ends = sentenceEnds(said).filter((end) => end < said.length);
  const words = said.slice(ends.at(-2) ?? 0).trim();
  if (words.length <= most) return words;
  const cut = words.slice(1 - most);
  return `…${cut.slice(cut.indexOf(" ") + 1).replace(/^[\uDC00-\uDFFF]/, "")}`;
};
