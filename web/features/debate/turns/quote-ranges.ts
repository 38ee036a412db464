/** A part of a text: from its first character up to the one after its last. */
export interface Range {
  start: number;
  end: number;
}

/** Where the quotes stand in the text, in order; quotes that touch or overlap become one. */
export const quoteRanges = (text: string, quotes: readonly string[]): Range[] => {
  const found = quotes
    .map((quote) => ({ start: text.indexOf(quote), length: quote.length }))
    .filter(({ start, length }) => start >= 0 && length > 0)
    .map(({ start, length }) => ({ start, end: start + length }))
    .sort((a, b) => a.start - b.start);
  const ranges: Range[] = [];
  for (const range of found) {
    const last = ranges.at(-1);
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else ranges.push(range);
  }
  return ranges;
};

export interface Piece {
  text: string;
  /** Where it begins in the whole text. */
  start: number;
  isQuoted: boolean;
}

/** A stretch of text that begins at `start`, cut where quotes begin and end. */
export const cutAtQuotes = (text: string, start: number, ranges: readonly Range[]): Piece[] => {
  const pieces: Piece[] = [];
  let at = 0;
  const cutUpTo = (end: number, isQuoted: boolean) => {
    if (end > at) pieces.push({ text: text.slice(at, end), start: start + at, isQuoted });
    at = Math.max(at, end);
  };
  for (const range of ranges) {
    cutUpTo(Math.min(range.start - start, text.length), false);
    cutUpTo(Math.min(range.end - start, text.length), true);
  }
  cutUpTo(text.length, false);
  return pieces;
};
