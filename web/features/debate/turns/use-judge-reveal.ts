import { useEffect, useState } from "react";
import type { Turn } from "#shared/contract/debates/turn.ts";

const HIGHLIGHT_MS = 2600;

/**
 * Phase of the animation after a judgement arrives while the page is open: quotes light up, then
 * note and score appear. Undefined before the judgement, and if the page opened after it.
 */
export const useJudgeReveal = ({ judge }: Pick<Turn, "judge">): "lit" | "written" | undefined => {
  const [wasJudged] = useState(judge !== null);
  const [isOver, setOver] = useState(false);
  const isNew = !wasJudged && judge !== null;
  useEffect(() => {
    if (!isNew) return undefined;
    const timer = setTimeout(() => setOver(true), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [isNew]);
  if (!isNew) return undefined;
  return isOver ? "written" : "lit";
};
