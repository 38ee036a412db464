import type { SpokenSentence } from "#shared/contract/audio.ts";
import { sentencePlaces } from "./sentence-places.ts";

/** The place in the text that a pointer is at; null where there is none. */
const placeUnder = ({ clientX, clientY }: MouseEvent): { node: Node; offset: number } | null => {
  // Older browsers know it by its other name.
  if (typeof document.caretPositionFromPoint === "function") {
    const place = document.caretPositionFromPoint(clientX, clientY);
    return place && { node: place.offsetNode, offset: place.offset };
  }
  const range = document.caretRangeFromPoint(clientX, clientY);
  return range && { node: range.startContainer, offset: range.startOffset };
};

/** Which of these places is pointed at; -1 for none. */
export const sentenceUnder = (event: MouseEvent, places: readonly (Range | null)[]): number => {
  const place = placeUnder(event);
  if (!place) return -1;
  return places.findIndex((range) => range?.isPointInRange(place.node, place.offset));
};

/** Makes every sentence of a speech a way to seek there, in seconds. Returns how to end that. */
export const seekByClick = (
  speech: HTMLElement,
  sentences: readonly SpokenSentence[],
  seek: (to: number) => void,
): (() => void) => {
  const click = (event: MouseEvent) => {
    // A text that is being selected is not pointed at.
    if (window.getSelection()?.isCollapsed === false) return;
    const sentence = sentences[sentenceUnder(event, sentencePlaces(speech, sentences))];
    if (sentence) seek(sentence.startMs / 1000);
  };
  speech.dataset["heard"] = "";
  speech.addEventListener("click", click);
  return () => {
    delete speech.dataset["heard"];
    speech.removeEventListener("click", click);
  };
};
