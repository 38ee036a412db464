import { useEffect, useState } from "react";
import type { Turn } from "#shared/contract/turn.ts";

/** How long the words that the judge quoted stay lit. */
const LIT_MS = 2600;

/**
 * What happens to a turn when the judge has spoken, for those who were there: its quoted words light
 * up, then the note is written and its score lands. Undefined where the judge had spoken before.
 */
export const useBeat = ({ judge }: Pick<Turn, "judge">): "lit" | "written" | undefined => {
  const [wasJudged] = useState(judge !== null);
  const [isOver, setOver] = useState(false);
  const isFresh = !wasJudged && judge !== null;
  useEffect(() => {
    if (!isFresh) return undefined;
    const timer = setTimeout(() => setOver(true), LIT_MS);
    return () => clearTimeout(timer);
  }, [isFresh]);
  if (!isFresh) return undefined;
  return isOver ? "written" : "lit";
};
