import type { SpokenSentence } from "#shared/contract/debates/audio.ts";
import { findSentenceRanges } from "./sentence-ranges.ts";

/** The text position under the pointer; null if there is none. */
const textPositionAtPointer = ({
  clientX,
  clientY,
}: MouseEvent): { node: Node; offset: number } | null => {
  // Older browsers only have `caretRangeFromPoint`, which is not a standard.
  if (typeof document.caretPositionFromPoint === "function") {
    const caret = document.caretPositionFromPoint(clientX, clientY);
    return caret && { node: caret.offsetNode, offset: caret.offset };
  }
  const range = document.caretRangeFromPoint(clientX, clientY);
  return range && { node: range.startContainer, offset: range.startOffset };
};

/** Index of the range under the pointer; -1 if there is none. */
export const sentenceIndexAtPointer = (
  event: MouseEvent,
  ranges: readonly (Range | null)[],
): number => {
  const caret = textPositionAtPointer(event);
  if (!caret) return -1;
  return ranges.findIndex((range) => range?.isPointInRange(caret.node, caret.offset));
};

/**
 * Makes a click on a sentence call `seek` with its start in seconds. Returns a function that
 * disables this.
 */
export const enableSeekOnClick = (
  speech: HTMLElement,
  sentences: readonly SpokenSentence[],
  seek: (to: number) => void,
): (() => void) => {
  const click = (event: MouseEvent) => {
    // The click has only ended a text selection.
    if (window.getSelection()?.isCollapsed === false) return;
    const sentence =
      sentences[sentenceIndexAtPointer(event, findSentenceRanges(speech, sentences))];
    if (sentence) seek(sentence.startMs / 1000);
  };
  speech.dataset["heard"] = "";
  speech.addEventListener("click", click);
  return () => {
    delete speech.dataset["heard"];
    speech.removeEventListener("click", click);
  };
};
