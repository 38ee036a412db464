import { useEffect, useState } from "react";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { splitParagraph } from "#shared/domain/text/sentence-excerpts.ts";

/** How long the quoted words are shown before the score appears, in milliseconds. */
const QUOTES_MS = 1000;
const MS_PER_WORD = 250;
const MIN_RULING_MS = 2500;

export interface JudgeMoment {
  turn: Turn;
  phase: "quotes" | "ruling";
}

/** The judge's one-sentence ruling about a turn, or else the first sentence of the feedback. */
export const getRuling = ({ ruling, feedback }: Turn): string =>
  ruling ?? splitParagraph(feedback ?? "")[0] ?? "";

const isJudged = ({ score, judge }: Turn): boolean => score !== null && judge !== null;

interface JudgeMomentOptions {
  /**
   * Whether a later turn is being spoken. If so, the scene stops showing the judge's ruling, so
   * that the captions are not late.
   */
  isSpeaking: boolean;
  /** Whether the judged turn is still being shown. */
  isReading: boolean;
  isPaused: boolean | undefined;
}

/**
 * Returns what the judge says about the latest turn that was judged since the page was opened, for
 * as long as it takes to read. Returns null at other times.
 */
export const useJudgeMoment = (
  turns: readonly Turn[],
  { isSpeaking, isReading, isPaused }: JudgeMomentOptions,
) => {
  const turn = turns.findLast(isJudged);
  const turnNumber = turn?.turnNumber ?? 0;
  const [seen, setSeen] = useState(turnNumber);
  const [quoted, setQuoted] = useState(turnNumber);
  const [held, setHeld] = useState(0);
  const ruling = turn ? getRuling(turn) : "";
  if (turnNumber > seen && isSpeaking) setSeen(turnNumber);
  // The viewer has started the scene again, so no turn is judged yet.
  if (turnNumber === 0 && seen > 0) for (const reset of [setSeen, setQuoted, setHeld]) reset(0);
  const isNow = turnNumber > seen && !isReading;
  useEffect(() => {
    if (!isNow || isPaused || held === turnNumber) return undefined;
    const words = ruling.split(/\s+/).length;
    const rulingMs = Math.max(MIN_RULING_MS, words * MS_PER_WORD);
    const quotesTimer = setTimeout(() => setQuoted(turnNumber), QUOTES_MS);
    const rulingTimer = setTimeout(() => setSeen(turnNumber), QUOTES_MS + rulingMs);
    return () => {
      clearTimeout(quotesTimer);
      clearTimeout(rulingTimer);
    };
  }, [isNow, isPaused, held, turnNumber, ruling]);
  const moment: JudgeMoment | null =
    isNow && turn ? { turn, phase: quoted < turnNumber ? "quotes" : "ruling" } : null;
  return {
    moment,
    /** Keeps the moment until `skip` is called or the next turn is spoken. */
    hold: () => setHeld(turnNumber),
    skip: () => setSeen(turnNumber),
  };
};
