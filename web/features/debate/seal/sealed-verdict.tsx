import { useEffect, useRef } from "react";
import { AI_LABEL } from "#shared/domain/ai-label.ts";
import { prefersReducedMotion } from "#web/lib/browser/hydration.ts";
import { SceneLabel } from "../scene/scene-layout.tsx";
import { setTranscriptOpen } from "../scene/transcript/transcript-store.ts";
import { useIsSceneVisible } from "../scene/transcript/use-is-scene-visible.ts";
import type { DebateViewState } from "../view/use-debate-view-state.ts";
import { VerdictAppeals } from "../appeals/verdict-appeals.tsx";
import { SwingCard } from "../swing/swing-card.tsx";
import { BelowSteps, SealFrame } from "./seal-layout.tsx";
import { VerdictSteps } from "./verdict-steps.tsx";
import { VotePrompt } from "./vote-prompt.tsx";

interface SealedVerdictProps {
  view: DebateViewState;
  /** Where this instance is. Only the instance that the viewer sees renders the verdict. */
  place: "scene" | "transcript";
  /** Whether the reader of the transcript follows the end of the turns. */
  isAtEnd: boolean;
}

/** Hides the results and asks a member for the vote. Then shows the results step by step. */
export const SealedVerdict = ({ view, place, isAtEnd }: SealedVerdictProps) => {
  const isHere = useIsSceneVisible(view.isStage) === (place === "scene");
  const frame = useRef<HTMLElement>(null);
  const isSealed = view.verdict.phase === "sealed";
  const wasSealed = useRef(isSealed);
  useEffect(() => {
    // The pressed button has disappeared, so the frame takes over the focus.
    if (wasSealed.current && !isSealed && document.activeElement === document.body)
      frame.current?.focus({ preventScroll: true });
    wasSealed.current = isSealed;
  }, [isSealed]);
  const isInTranscript = isHere && isSealed && view.isStage && place === "transcript";
  const followsTurns = useRef(isAtEnd);
  useEffect(() => {
    if (!isInTranscript || !followsTurns.current) return;
    const behavior = prefersReducedMotion() ? "auto" : "smooth";
    frame.current?.scrollIntoView({ block: "start", behavior });
  }, [isInTranscript]);
  if (!isHere) return null;
  const isScene = place === "scene";
  const { debate } = view.results;
  const isShown = view.verdict.phase === "card";
  const below = (
    <>
      <SwingCard debate={debate} isShown={isShown} />
      {isShown && debate.scores?.decision && <VerdictAppeals debateId={debate.id} />}
    </>
  );
  return (
    <>
      <SealFrame
        ref={frame}
        id="verdict"
        tabIndex={-1}
        place={place}
        aria-label={isSealed ? "Vote" : "Verdict"}
        data-seal={view.verdict.phase}
      >
        {/* Inside the scrolling part, because text would otherwise pass below the label. */}
        {isScene && <SceneLabel>{AI_LABEL}</SceneLabel>}
        {isSealed ? (
          <VotePrompt debate={view.debate} frame={frame} />
        ) : (
          <VerdictSteps
            view={view}
            frameId="verdict"
            voteHint="Reload the page to vote"
            onRead={isScene ? () => setTranscriptOpen(true) : null}
          />
        )}
        {isScene && !isSealed && <BelowSteps>{below}</BelowSteps>}
      </SealFrame>
      {!isScene && below}
    </>
  );
};
