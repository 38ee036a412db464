import { useEffect, useState } from "react";
import { prefersReducedMotion } from "#web/lib/browser/hydration.ts";

const START_DELAY_MS = 4000;
const WORD_INTERVAL_MS = 130;

/**
 * Counts revealed words up to `length`. Starts with all words, as the server renders it, and
 * replays once automatically unless reduced motion is preferred.
 */
export const useWordPlayback = (length: number) => {
  const [said, setSaid] = useState(length);
  const [isOn, setOn] = useState(false);
  const isPlaying = isOn && said < length;

  useEffect(() => {
    if (prefersReducedMotion()) return undefined;
    const start = () => {
      setSaid(0);
      setOn(true);
    };
    const timer = setTimeout(start, START_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);

  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(() => setSaid((before) => before + 1), WORD_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isPlaying]);

  const toggle = () => {
    if (said >= length) setSaid(0);
    setOn(!isPlaying);
  };
  return { said, isPlaying, toggle };
};
