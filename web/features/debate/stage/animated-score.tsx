import { formatScore } from "#web/lib/format.ts";
import { useEffect, useRef, useState } from "react";
import { prefersReducedMotion } from "#web/lib/browser/hydration.ts";

const DURATION_MS = 700;

const easeOut = (progress: number): number => 1 - (1 - progress) ** 3;

/**
 * Counts from the previous value to `value`, the first time from `initial`. With reduced motion the
 * number jumps.
 */
const useCountUp = (value: number | null, initial = value ?? 0): number | null => {
  const startScore = useRef(initial);
  const [shown, setShown] = useState(initial);
  const target = value ?? 0;

  useEffect(() => {
    const start = startScore.current;
    startScore.current = target;
    if (start === target) return undefined;
    const isReducedMotion = prefersReducedMotion();
    const startedAt = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const progress = isReducedMotion
        ? 1
        : Math.min(1, Math.max(0, now - startedAt) / DURATION_MS);
      setShown(start + (target - start) * easeOut(progress));
      if (progress < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [target]);

  return value === null ? null : shown;
};

/** Animates to the score. Renders nothing without a score: a dash would look like a tie. */
export const AnimatedScore = ({
  score,
  startScore,
}: {
  score: number | null;
  startScore?: number;
}) => {
  const shown = useCountUp(score, startScore);
  return shown === null ? null : formatScore(shown);
};
