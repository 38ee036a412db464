import { useEffect, useState } from "react";
import type { LiveDebatePreview } from "#shared/contract/debates/debate.ts";
import { prefersReducedMotion } from "#web/lib/browser/hydration.ts";

type LiveWords = NonNullable<LiveDebatePreview["words"]>;

const WORD_INTERVAL_MS = 150;

/** End of the next word after position `shown`, as a position in the turn's text. */
export const findNextWordEnd = ({ text, end }: LiveWords, shown: number): number => {
  const start = end - text.length;
  const space = text.indexOf(" ", Math.max(0, shown - start) + 1);
  return space < 0 ? end : start + space;
};

/** The visible part of the text: at first all of it, then new words one by one. */
export const useWordReveal = (words: LiveWords): string => {
  const { text, end } = words;
  const start = end - text.length;
  const [shown, setShown] = useState(end);
  // A position past the end means that there is a new turn, whose text is revealed from the start.
  if (shown > end) setShown(start);
  const isBehind = shown < end;
  useEffect(() => {
    if (!isBehind) return undefined;
    const timer = setInterval(
      () =>
        setShown((current) =>
          prefersReducedMotion() ? end : findNextWordEnd({ text, end }, current),
        ),
      WORD_INTERVAL_MS,
    );
    return () => clearInterval(timer);
  }, [isBehind, text, end]);
  return text.slice(0, Math.max(0, Math.min(shown, end) - start));
};
