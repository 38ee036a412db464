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
  return found.reduce<Range[]>((merged, range) => {
    const last = merged.at(-1);
    if (!last || range.start > last.end) return [...merged, range];
    return [...merged.slice(0, -1), { start: last.start, end: Math.max(last.end, range.end) }];
  }, []);
};

export interface Piece {
  text: string;
  isQuoted: boolean;
}

/** A stretch of text that begins at `start`, cut where quotes begin and end. */
export const cutAtQuotes = (text: string, start: number, ranges: readonly Range[]): Piece[] => {
  const pieces: Piece[] = [];
  let at = 0;
  for (const range of ranges) {
    const from = Math.max(range.start - start, at);
    const to = Math.min(range.end - start, text.length);
    if (to <= from) continue;
    if (from > at) pieces.push({ text: text.slice(at, from), isQuoted: false });
    pieces.push({ text: text.slice(from, to), isQuoted: true });
    at = to;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isQuoted: false });
  return pieces;
};
