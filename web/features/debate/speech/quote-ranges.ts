/** A range of a text; `end` is exclusive. */
export interface TextRange {
  start: number;
  end: number;
}

const FINAL_MARK = /^\p{STerm}/u;

/**
 * Ranges of the quotes in a text, in order. Adjacent and overlapping ones are merged. A range
 * includes the final mark of its sentence. Otherwise the Hindi full stop, a vertical line, would
 * look like the right edge of the highlight.
 */
export const findQuoteRanges = (text: string, quotes: readonly string[]): TextRange[] => {
  const sorted = quotes
    .map((quote) => ({ start: text.indexOf(quote), length: quote.length }))
    .filter(({ start, length }) => start >= 0 && length > 0)
    .map(({ start, length }) => ({
      start,
      end: start + length + Number(FINAL_MARK.test(text.slice(start + length))),
    }))
    .sort((a, b) => a.start - b.start);
  const ranges: TextRange[] = [];
  for (const range of sorted) {
    const last = ranges.at(-1);
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else ranges.push(range);
  }
  return ranges;
};

export interface QuotedSegment {
  text: string;
  /** Start within the whole text. */
  start: number;
  isQuoted: boolean;
}

/**
 * Splits `text` where quotes begin and end. `ranges` and `start` are offsets in the whole speech.
 */
export const splitAtQuotes = (
  text: string,
  start: number,
  ranges: readonly TextRange[],
): QuotedSegment[] => {
  const segments: QuotedSegment[] = [];
  let position = 0;
  const pushUpTo = (end: number, isQuoted: boolean) => {
    if (end > position)
      segments.push({ text: text.slice(position, end), start: start + position, isQuoted });
    position = Math.max(position, end);
  };
  for (const range of ranges) {
    pushUpTo(Math.min(range.start - start, text.length), false);
    pushUpTo(Math.min(range.end - start, text.length), true);
  }
  pushUpTo(text.length, false);
  return segments;
};
