import { useEffect } from "react";
import { create } from "zustand";
import { prefersReducedMotion } from "#web/lib/browser/hydration.ts";

/** The steps of a reveal: turning point, audience, judge, and last the winner. */
export const REVEAL_STEPS = ["turning_point", "audience", "judge", "winner"] as const;
const LAST_STEP = REVEAL_STEPS.length;
const STEP_MS = 1500;

interface RevealProgress {
  debateId: number;
  /** Number of steps that are shown. */
  shown: number;
}

/** Stored outside React, so that the reveal goes on when it moves between scene and transcript. */
const useStoredProgress = create<RevealProgress>(() => ({ debateId: 0, shown: 0 }));

/** Lets the next reveal begin with its first step. */
export const resetReveal = (): void => useStoredProgress.setState({ debateId: 0, shown: 0 });

interface RevealOptions {
  debateId: number;
  /** Whether the results have arrived. */
  isReady: boolean;
  onEnd: () => void;
}

/**
 * Returns how many steps are shown. One more is shown every `STEP_MS`, but with reduced motion all
 * are shown at once.
 */
export const useRevealSteps = ({ debateId, isReady, onEnd }: RevealOptions) => {
  const stored = useStoredProgress();
  const shown = stored.debateId === debateId ? stored.shown : 0;
  const isOver = shown === LAST_STEP;
  const showNext = () => useStoredProgress.setState({ debateId, shown: shown + 1 });
  useEffect(() => {
    if (!isReady || isOver) return undefined;
    const next = prefersReducedMotion() ? LAST_STEP : shown + 1;
    const timer = setTimeout(
      () => useStoredProgress.setState({ debateId, shown: next }),
      shown === 0 ? 0 : STEP_MS,
    );
    return () => clearTimeout(timer);
  }, [debateId, isReady, isOver, shown]);
  useEffect(() => {
    if (isReady && isOver) onEnd();
  }, [isReady, isOver, onEnd]);
  return { shown, isOver, showNext };
};
