import { splitLongSentence, splitSpeech } from "./captions.ts";

/** Index of the sentence that a caption belongs to; -1 after the last caption. */
export const findSentenceOfCaption = (content: string, captionIndex: number): number => {
  let captions = 0;
  return splitSpeech(content).findIndex((sentence) => {
    captions += splitLongSentence(sentence).length;
    return captions > captionIndex;
  });
};
