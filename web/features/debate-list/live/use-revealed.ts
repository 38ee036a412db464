import { useEffect, useState } from "react";
import type { LiveDebate } from "#shared/contract/debate.ts";
import { prefersCalm } from "#web/lib/use-browser.ts";

type Words = NonNullable<LiveDebate["words"]>;

/** How fast words are said that have all come at once. */
const WORD_MS = 150;

/** Where the next word ends after what is shown, as the turn's characters are counted. */
export const nextWord = ({ text, end }: Words, shown: number): number => {
  const start = end - text.length;
  const space = text.indexOf(" ", Math.max(0, shown - start) + 1);
  return space < 0 ? end : start + space;
};

/** What is shown of the words: all at first, and then what is new, word by word. */
export const useRevealed = (words: Words): string => {
  const { text, end } = words;
  const start = end - text.length;
  const [shown, setShown] = useState(end);
  // Another turn: it is said from where its words begin.
  if (shown > end) setShown(start);
  const isBehind = shown < end;
  useEffect(() => {
    if (!isBehind) return undefined;
    const timer = setInterval(
      () => setShown((before) => (prefersCalm() ? end : nextWord({ text, end }, before))),
      WORD_MS,
    );
    return () => clearInterval(timer);
  }, [isBehind, text, end]);
  return text.slice(0, Math.max(0, Math.min(shown, end) - start));
};
