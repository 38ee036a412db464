import { findSentenceRanges } from "#web/lib/speech-text/sentence-ranges.ts";

/** Numbers, from 1, of the first and last sentence that a selection touches; null if none. */
export const findSelectedSentences = (
  speech: Element,
  selection: Selection,
  sentences: readonly string[],
): { first: number; last: number } | null => {
  if (selection.isCollapsed || selection.rangeCount === 0) return null;
  const selected = selection.getRangeAt(0);
  const ranges = findSentenceRanges(
    speech,
    sentences.map((text) => ({ text, startMs: 0, endMs: 0 })),
  );
  const overlapsSelection = (range: Range | null): boolean =>
    range !== null &&
    selected.compareBoundaryPoints(Range.END_TO_START, range) < 0 &&
    selected.compareBoundaryPoints(Range.START_TO_END, range) > 0;
  const first = ranges.findIndex(overlapsSelection);
  return first < 0 ? null : { first: first + 1, last: ranges.findLastIndex(overlapsSelection) + 1 };
};
