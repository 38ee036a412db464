import { useCallback, useState } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";

/**
 * `running` until the debate is over, and always for visitors. In the phase `sealed`, the results
 * are hidden and a member is asked to vote. Then the results appear in steps (`reveal`). In the
 * phase `card`, all results are shown.
 */
type VerdictPhase = "running" | "sealed" | "reveal" | "card";

/**
 * Returns the phase in which the verdict is shown to this viewer, and a function that ends the
 * reveal.
 */
export const useVerdictReveal = (debate: Debate, viewer: Pick<SignedInViewer, "id"> | null) => {
  const { status, judge, seal } = debate;
  const isOver = viewer !== null && status === "completed";
  // `seal` is set while the results wait for the viewer's vote. Older servers do not send it.
  const isSealed = isOver && judge !== null && Boolean(seal);
  const [wasSealed, setWasSealed] = useState(isSealed);
  if (isSealed && !wasSealed) setWasSealed(true);
  const [isRevealed, setRevealed] = useState(false);
  const show = useCallback(() => setRevealed(true), []);
  const openPhase = wasSealed && !isRevealed ? "reveal" : "card";
  const phase: VerdictPhase = isSealed ? "sealed" : isOver ? openPhase : "running";
  return {
    phase,
    show,
    /**
     * Whether the page asks or has asked this viewer for the vote. If it has, the result appears
     * where the question was.
     */
    hasPrompt: isOver && wasSealed,
    /** Whether the viewer may not see the results yet. */
    isWithheld: phase === "sealed" || phase === "reveal",
    isVerdictReady: isSealed && seal === "decided",
    isVerdictShown: phase === "card",
  };
};
