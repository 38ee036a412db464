import { useCallback, useEffect, useMemo, useState } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import { hasSeenVerdict, markVerdictSeen } from "./seen-verdicts.ts";

/** How long the ready verdict waits for the viewer's vote, in milliseconds. */
export const VOTE_PROMPT_MS = 15_000;

/**
 * `running` until the debate is over, and always for visitors. Members who opened the page before
 * the verdict are asked for their vote (`asked`), then see the animation (`scene`). On later visits
 * they see the plain `card`.
 */
type VerdictPhase = "running" | "asked" | "scene" | "card";

/** How the verdict is shown to this viewer, and the function that reveals it. */
export const useVerdictReveal = (debate: Debate, viewer: Pick<SignedInViewer, "id"> | null) => {
  const { id, status, judge, scores, myVote } = debate;
  const viewerId = viewer?.id;
  const isOver = status === "completed";
  const [wasDecided] = useState(isOver && (scores !== null || judge === null));
  const [isRevealed, setRevealed] = useState(false);
  const hasSeen = useMemo(
    () => isOver && viewerId !== undefined && hasSeenVerdict(viewerId, id),
    [isOver, viewerId, id],
  );
  const show = useCallback(() => {
    if (viewerId !== undefined) markVerdictSeen(viewerId, id);
    setRevealed(true);
  }, [viewerId, id]);

  const getMemberPhase = (): VerdictPhase => {
    if (isRevealed) return "scene";
    return wasDecided || hasSeen || judge === null ? "card" : "asked";
  };
  const phase = viewerId === undefined || !isOver ? "running" : getMemberPhase();

  const isVerdictReady = phase === "asked" && scores !== null && scores.reasoning !== null;
  useEffect(() => {
    if (!isVerdictReady) return undefined;
    const timer = setTimeout(show, myVote === null ? VOTE_PROMPT_MS : 0);
    return () => clearTimeout(timer);
  }, [isVerdictReady, myVote, show]);

  return { phase, isVerdictReady, show, isVerdictShown: phase === "card" || phase === "scene" };
};
