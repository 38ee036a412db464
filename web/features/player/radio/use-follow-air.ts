import { useEffect, useMemo, useRef } from "react";
import type { Turn } from "#shared/contract/turn.ts";
import { spokenSentences } from "#shared/domain/spoken-sentences.ts";
import { keepInSight } from "../voice/keep-in-sight.ts";
import { markSentence } from "../voice/mark-sentence.ts";
import { sentencePlaces } from "../voice/sentence-places.ts";
import { heardAt } from "./on-air.ts";
import { useRadio } from "./radio-store.ts";

/** What is heard of a turn: how it stands, and its sentences up to this one. Its place does not move. */
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

/** Marks the sentence that is heard live, in a turn that is still being written too, and keeps it in sight. */
export const useFollowAir = (turns: readonly Turn[]): void => {
  const before = useRef<Range | null>(null);
  const { turnNumber, told } = useHeard(turns);

  useEffect(() => {
    const speech = document.querySelector<HTMLElement>(`#turn-${turnNumber} [data-speech]`);
    if (!speech) return undefined;
    // What is heard is read along: a turn that is folded opens.
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
