import { useEffect, useState } from "react";
import { prefersReducedMotion } from "#web/lib/browser/hydration.ts";

const START_DELAY_MS = 4000;
const WORD_INTERVAL_MS = 130;

/**
 * Counts the revealed words up to `length`. Begins with all words, because the server renders them
 * all. Then replays once, unless reduced motion is preferred.
 */
export const useWordPlayback = (length: number) => {
  const [revealedWords, setRevealedWords] = useState(length);
  const [isStarted, setStarted] = useState(false);
  const isPlaying = isStarted && revealedWords < length;

  useEffect(() => {
    if (prefersReducedMotion()) return undefined;
    const start = () => {
      setRevealedWords(0);
      setStarted(true);
    };
    const timer = setTimeout(start, START_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);

  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(() => setRevealedWords((count) => count + 1), WORD_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isPlaying]);

  const toggle = () => {
    if (revealedWords >= length) setRevealedWords(0);
    setStarted(!isPlaying);
  };
  return { said: revealedWords, isPlaying, toggle };
};
