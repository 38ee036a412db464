import { formatScore } from "#web/lib/format.ts";
import { useEffect, useRef, useState } from "react";
import { prefersReducedMotion } from "#web/lib/browser/hydration.ts";

const DURATION_MS = 700;

const easeOut = (part: number): number => 1 - (1 - part) ** 3;

/**
 * Animates from the previous value, initially `begin`, to `value`. Immediate with reduced motion.
 */
const useCountUp = (value: number | null, begin = value ?? 0): number | null => {
  const from = useRef(begin);
  const [shown, setShown] = useState(begin);
  const to = value ?? 0;

  useEffect(() => {
    const start = from.current;
    from.current = to;
    if (start === to) return undefined;
    const isCalm = prefersReducedMotion();
    const startedAt = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const part = isCalm ? 1 : Math.min(1, Math.max(0, now - startedAt) / DURATION_MS);
      setShown(start + (to - start) * easeOut(part));
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [to]);

  return value === null ? null : shown;
};

/** Animates to the score. Renders nothing without one, because a dash would look like a tie. */
export const AnimatedScore = ({ score, from }: { score: number | null; from?: number }) => {
  const shown = useCountUp(score, from);
  return shown === null ? null : formatScore(shown);
};
