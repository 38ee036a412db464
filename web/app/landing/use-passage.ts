import { useEffect, useMemo, useState } from "react";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { getReadingMs } from "#web/features/debate/scene/words/use-caption.ts";
import {
  canGrow,
  findFirstIndex,
  getNextStep,
  listCaptions,
  type PassageCaption,
  type PassageStep,
} from "./passage.ts";

/** How long the scene highlights the judge after a turn, in milliseconds. */
const JUDGE_MS = 2500;

interface PassageOptions {
  isLive: boolean;
  isPlaying: boolean;
  /** Whether captions are shown faster while more than two wait. */
  catchesUp: boolean;
}

export interface ShownPassage {
  caption: PassageCaption;
  /** The caption before this one in the same turn. Empty for the turn's first caption. */
  previous: string;
  phase: PassageStep["phase"];
}

/**
 * Shows the captions of a debate's turns one after another at reading pace. The captions of a live
 * debate appear as they are written; those of any other debate are repeated in a loop. Null if
 * there are no words.
 */
export const usePassage = (
  turns: readonly Turn[],
  { isLive, isPlaying, catchesUp }: PassageOptions,
): ShownPassage | null => {
  const captions = useMemo(() => listCaptions(turns), [turns]);
  const isGrowing = isLive && canGrow(turns);
  const [step, setStep] = useState<PassageStep>(() => ({
    index: findFirstIndex(turns, isGrowing),
    phase: "speaking",
  }));
  // A new attempt at a turn may have fewer captions than the attempt before, so the index is
  // limited.
  const index = Math.min(step.index, captions.length - 1);
  const { phase } = step;
  const caption = captions[index];
  const replayIndex = useMemo(
    () => (isGrowing ? null : findFirstIndex(turns, false)),
    [isGrowing, turns],
  );
  const next = getNextStep(captions, { index, phase }, replayIndex);
  const behind = isLive && catchesUp ? captions.length - 1 - index : 0;
  const readingMs = getReadingMs(caption?.text ?? "", behind);
  const delayMs = { speaking: readingMs, judge: JUDGE_MS, rest: 0 }[phase];
  const nextIndex = next?.index;
  const nextPhase = next?.phase;
  useEffect(() => {
    if (!isPlaying || nextIndex === undefined || nextPhase === undefined) return undefined;
    const timer = setTimeout(() => setStep({ index: nextIndex, phase: nextPhase }), delayMs);
    return () => clearTimeout(timer);
  }, [isPlaying, nextIndex, nextPhase, delayMs]);
  if (!caption) return null;
  const before = captions[index - 1];
  return {
    caption,
    previous: before?.turnNumber === caption.turnNumber ? before.text : "",
    phase,
  };
};
