import { useEffect, useRef, useState } from "react";

const DURATION_MS = 700;

const easeOut = (part: number): number => 1 - (1 - part) ** 3;

/** A figure on its way from what it was to what it is; at once where less motion is wanted. */
export const useCountUp = (value: number | null): number | null => {
  const [shown, setShown] = useState(value);
  const from = useRef(value);

  useEffect(() => {
    const start = from.current ?? 0;
    from.current = value;
    if (value === null || value === start) return setShown(value);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return setShown(value);
    const startedAt = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const part = Math.min(1, (now - startedAt) / DURATION_MS);
      setShown(start + (value - start) * easeOut(part));
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [value]);

  return shown;
};
