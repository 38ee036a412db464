import { useEffect, useMemo, useRef } from "react";
import type { Turn } from "#shared/contract/turn.ts";
import { spokenSentences } from "#shared/domain/spoken-sentences.ts";
import { keepInSight } from "../voice/keep-in-sight.ts";
import { markSentence } from "../voice/mark-sentence.ts";
import { sentencePlaces } from "../voice/sentence-places.ts";
import { heardAt } from "./on-air.ts";
import { useRadio } from "./radio-store.ts";

/** The turn being spoken, and its status and sentences up to the current one as a stable string. */
const useHeard = (turns: readonly Turn[]): { turnNumber: number; told: string } => {
  const place = useRadio(({ live, moment }) => {
    const heard = live && heardAt(live, moment);
    return heard && !heard.isOver ? `${heard.turnId} ${heard.attempt} ${heard.index}` : "";
  });
  const [turnId, attempt, index = 0] = place.split(" ").map(Number);
  const turn = turns.find((each) => each.id === turnId && each.attempt === attempt);
  const { turnNumber = 0, status = "", content = "" } = turn ?? {};
  const sentences = useMemo(() => spokenSentences(content).slice(0, index + 1), [content, index]);
  return { turnNumber, told: [status, ...sentences].join("\n") };
};

/**
 * Highlights the sentence of the live voice, also in a streaming turn, and scrolls it into view.
 */
export const useFollowAir = (turns: readonly Turn[]): void => {
  const before = useRef<Range | null>(null);
  const { turnNumber, told } = useHeard(turns);

  useEffect(() => {
    const speech = document.querySelector<HTMLElement>(`#turn-${turnNumber} [data-speech]`);
    if (!speech) return undefined;
    // Opens a folded turn, so that its text can be read along.
    speech.closest("details")?.setAttribute("open", "");
    const [, ...texts] = told.split("\n");
    const sentences = texts.map((text) => ({ text, startMs: 0, endMs: 0 }));
    const range = sentencePlaces(speech, sentences).at(-1);
    if (!range) return undefined;
    keepInSight(before.current, range);
    before.current = range;
    speech.dataset["heard"] = "live";
    const unmark = markSentence(range);
    return () => {
      unmark();
      delete speech.dataset["heard"];
    };
  }, [turnNumber, told]);
};
