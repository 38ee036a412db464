import type { SpokenSentence } from "#shared/contract/audio.ts";
import { sentencePlaces } from "./sentence-places.ts";
import { sentenceUnder } from "./sentence-under.ts";

const isOnLink = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.closest("a") !== null;

/** Makes every sentence of a speech a way to seek there, in seconds. Returns how to end that. */
export const seekByClick = (
  speech: HTMLElement,
  sentences: readonly SpokenSentence[],
  seek: (to: number) => void,
): (() => void) => {
  const click = (event: MouseEvent) => {
    // A text that is being selected is not pointed at.
    if (isOnLink(event) || window.getSelection()?.isCollapsed === false) return;
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
