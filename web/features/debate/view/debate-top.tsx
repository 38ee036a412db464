import { Suspense, useRef } from "react";
import { BackToDebatesLink } from "#web/components/ui/page/back-link.tsx";
import { lazyInServerHtml } from "#web/lib/code-loading/lazy-component.tsx";
import { DebateActions } from "../actions/debate-actions.tsx";
import type { DebateSlots } from "../debate-slots.ts";
import { StageBar } from "../stage/stage-bar.tsx";
import { useIsScrolledPast } from "../stage/use-is-scrolled-past.ts";
import { getReachedTurnNumber } from "../stepping/turn-progress.ts";
import { DebateIntro } from "./debate-intro.tsx";
import { DebateMomentum } from "./debate-momentum.tsx";
import type { DebateViewState } from "./use-debate-view-state.ts";

/* Loaded separately, because a running debate shows the scene instead. */
const Scoreboard = lazyInServerHtml("scoreboard", () => import("../scoreboard/scoreboard.tsx"));

interface DebateBarProps {
  view: DebateViewState;
  /** Whether the full motion is visible just above. */
  isMotionVisible: boolean;
}

/**
 * The bar above the scene. On a page without a scene, it appears when the motion has been scrolled
 * out of view.
 */
export const DebateBar = ({ view, isMotionVisible }: DebateBarProps) => {
  const { debate, turns, isCompleted, isStage, speaking } = view;
  return (
    <StageBar
      topic={debate.topic}
      variant={isStage ? "always" : "later"}
      isTop={isStage}
      isMotionVisible={isMotionVisible}
      sides={view.sides}
      isScored={!view.isVisitor}
      currentTurn={getReachedTurnNumber(debate, turns)}
      maxTurns={debate.maxTurns}
      speaking={speaking}
      isLive={
        !isCompleted &&
        (speaking !== null || debate.autoPlay.on || debate.currentTurn > view.initialTurn)
      }
    />
  );
};

interface DebateTopProps {
  view: DebateViewState;
  slots: DebateSlots;
}

/** The motion (the debate's topic) with the action buttons, and without a scene the scores. */
export const DebateTop = ({ view, slots }: DebateTopProps) => {
  const { debate, viewer, isVisitor, isRefused, isStage } = view;
  const intro = useRef<HTMLElement>(null);
  const isScrolledPast = useIsScrolledPast(intro);
  return (
    <>
      <DebateIntro
        ref={intro}
        debate={debate}
        hasHeading={!isStage}
        hasBar={isStage}
        before={!isStage && <BackToDebatesLink />}
      >
        <DebateActions
          TopicActions={slots.TopicActions}
          DownloadItems={slots.DownloadItems}
          debate={debate}
          viewer={viewer}
          canWatch={view.canWatch}
        />
        {!isStage && !isRefused && (
          <Suspense>
            <Scoreboard sides={view.sides} winner={view.winner} isVisitor={isVisitor}>
              <DebateMomentum view={view} />
            </Scoreboard>
          </Suspense>
        )}
      </DebateIntro>
      {!isStage && !isRefused && <DebateBar view={view} isMotionVisible={!isScrolledPast} />}
    </>
  );
};
