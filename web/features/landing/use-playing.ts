import { useEffect, useState } from "react";
import { prefersCalm } from "#web/lib/use-browser.ts";

/** The page has settled by then, and what stands there has been read. */
const START_MS = 4000;
const WORD_MS = 130;

/**
 * Counts words, from none to all. It begins with all of them said, as the server writes it, and plays
 * by itself only where people have not asked for less motion; once, and again when it is asked to.
 */
export const usePlaying = (length: number) => {
  const [said, setSaid] = useState(length);
  const [isOn, setOn] = useState(false);
  const isPlaying = isOn && said < length;

  useEffect(() => {
    if (prefersCalm()) return undefined;
    const start = () => {
      setSaid(0);
      setOn(true);
    };
    const timer = setTimeout(start, START_MS);
    return () => clearTimeout(timer);
  }, []);

  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(() => setSaid((before) => before + 1), WORD_MS);
    return () => clearInterval(timer);
  }, [isPlaying]);

  const toggle = () => {
    if (said >= length) setSaid(0);
    setOn(!isPlaying);
  };
  return { said, isPlaying, toggle };
};
