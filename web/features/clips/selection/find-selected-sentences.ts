import { findSentenceRanges } from "#web/lib/speech-text/sentence-ranges.ts";

/** First and last sentence that a selection touches, counted from 1; null if none. */
export const findSelectedSentences = (
  speech: Element,
  selection: Selection,
  sentences: readonly string[],
): { first: number; last: number } | null => {
  if (selection.isCollapsed || selection.rangeCount === 0) return null;
  const selected = selection.getRangeAt(0);
  const places = findSentenceRanges(
    speech,
    sentences.map((text) => ({ text, startMs: 0, endMs: 0 })),
  );
  const touches = (place: Range | null): boolean =>
    place !== null &&
    selected.compareBoundaryPoints(Range.END_TO_START, place) < 0 &&
    selected.compareBoundaryPoints(Range.START_TO_END, place) > 0;
  const first = places.findIndex(touches);
  return first < 0 ? null : { first: first + 1, last: places.findLastIndex(touches) + 1 };
};
