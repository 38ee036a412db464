import { useEffect, useMemo, useRef } from "react";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { splitSentences } from "#shared/domain/text/sentence-splitter.ts";
import { scrollNextSentenceIntoView } from "#web/lib/speech-text/scroll-into-view.ts";
import { highlightSentence } from "#web/lib/speech-text/highlight-sentence.ts";
import { findSentenceRanges } from "#web/lib/speech-text/sentence-ranges.ts";
import { findLiveSentenceAt } from "../live-sentence.ts";
import { useLiveAudio } from "../live-audio-store.ts";

/**
 * The turn being spoken. `spokenText` is its status and its sentences so far, as a string that
 * effects can compare.
 */
const useLiveSentences = (turns: readonly Turn[]): { turnNumber: number; spokenText: string } => {
  const sentenceKey = useLiveAudio(({ schedule, streamTime }) => {
    const sentence = schedule && findLiveSentenceAt(schedule, streamTime);
    return sentence && !sentence.isOver
      ? `${sentence.turnId} ${sentence.attempt} ${sentence.index}`
      : "";
  });
  const [turnId, attempt, index = 0] = sentenceKey.split(" ").map(Number);
  const turn = turns.find((each) => each.id === turnId && each.attempt === attempt);
  const { turnNumber = 0, status = "", content = "" } = turn ?? {};
  const sentences = useMemo(() => splitSentences(content).slice(0, index + 1), [content, index]);
  return { turnNumber, spokenText: [status, ...sentences].join("\n") };
};

/** Highlights the sentence that is spoken live, also in a streaming turn, and scrolls to it. */
export const useHighlightLiveSentence = (turns: readonly Turn[]): void => {
  const previousRange = useRef<Range | null>(null);
  const { turnNumber, spokenText: text } = useLiveSentences(turns);

  useEffect(() => {
    const speech = document.querySelector<HTMLElement>(`#turn-${turnNumber} [data-speech]`);
    if (!speech) return undefined;
    // Opens a folded turn, so that the user can read along.
    speech.closest("details")?.setAttribute("open", "");
    const [, ...texts] = text.split("\n");
    const sentences = texts.map((text) => ({ text, startMs: 0, endMs: 0 }));
    const range = findSentenceRanges(speech, sentences).at(-1);
    if (!range) return undefined;
    scrollNextSentenceIntoView(previousRange.current, range);
    previousRange.current = range;
    speech.dataset["heard"] = "live";
    const removeHighlight = highlightSentence(range);
    return () => {
      removeHighlight();
      delete speech.dataset["heard"];
    };
  }, [turnNumber, text]);
};
