/** What ends a sentence, with all that closes it; in scripts without spaces nothing has to follow. */
const STOP = /[\p{Sentence_Terminal}…]["'”’»)\]*_~`]*(?=\s|$)|[。！？｡]["'”’»）」』*_~`]*/gu;
/** A paragraph ends its last sentence, whatever stands there. */
const BLANK_LINE = /\n[^\S\n]*\n/g;
/** An abbreviation's full stop: the sentence goes on. */
const GOES_ON = /^\s+\p{Ll}/u;

/** How far the next word is from the end of a sentence, at most: spaces beyond do not count. */
const NEAR = 20;

/** A text that breaks off somewhere, up to its last whole sentence; empty where it has none. */
export const wholeSentences = (text: string): string => {
  let end = 0;
  for (const { index, 0: stop } of text.matchAll(STOP)) {
    const after = index + stop.length;
    if (!GOES_ON.test(text.slice(after, after + NEAR))) end = after;
  }
  for (const { index } of text.matchAll(BLANK_LINE)) end = Math.max(end, index);
  return text.slice(0, end).trimEnd();
};
