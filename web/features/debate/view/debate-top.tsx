import { useCallback, useRef } from "react";
import { BackToDebatesLink } from "#web/components/debate/back-to-debates-link.tsx";
import { FakeProviderNotice } from "#web/components/debate/fake-provider-notice.tsx";
import { DebateActions } from "../actions/debate-actions.tsx";
import type { DebateSlots } from "../debate-slots.ts";
import { Scoreboard } from "../scoreboard/scoreboard.tsx";
import { StageBar } from "../stage/stage-bar.tsx";
import { useDeferredIntro } from "../stage/use-deferred-intro.ts";
import { useIsScrolledPast } from "../stage/use-is-scrolled-past.ts";
import { getReachedTurnNumber } from "../stepping/turn-progress.ts";
import { DebateIntro } from "./debate-intro.tsx";
import { DebateMomentum } from "./debate-momentum.tsx";
import type { DebateViewState } from "./use-debate-view-state.ts";

interface DebateTopProps {
  view: DebateViewState;
  slots: DebateSlots;
}

/** The motion with its actions, and the bar that replaces a motion scrolled out of view. */
export const DebateTop = ({ view, slots }: DebateTopProps) => {
  const { debate, turns, viewer, isVisitor, isCompleted, isRefused, isStage, isRunning } = view;
  const { sides, speaking } = view;
  const intro = useRef<HTMLElement>(null);
  const motion = useRef<HTMLElement>(null);
  const setMotion = useCallback((element: HTMLElement | null) => {
    motion.current = element;
  }, []);
  const isIntroDeferred = useDeferredIntro(isRunning, intro);
  // On a stage the bar replaces only the motion. Elsewhere it also replaces the scores, so the
  // whole intro must be out of view.
  const isScrolledPast = useIsScrolledPast(isStage ? motion : intro, isRunning);
  const isHeadingInBar = isRunning && !isRefused;
  const isAutoPlayOn = !isCompleted && debate.autoPlay.on;
  return (
    <>
      <DebateIntro
        ref={intro}
        topicRef={setMotion}
        debate={debate}
        isHidden={isIntroDeferred && !isRefused}
        hasHeading={!isHeadingInBar}
        hasBar={isStage}
        isWide={isStage}
        before={!isHeadingInBar && <BackToDebatesLink />}
      >
        <DebateActions
          TopicActions={slots.TopicActions}
          DownloadItems={slots.DownloadItems}
          debate={debate}
          viewer={viewer}
        />
        {!isRunning && !isRefused && <FakeProviderNotice speakers={view.providers} />}
        {!isStage && !isRefused && (
          <Scoreboard sides={sides} winner={view.winner} isVisitor={isVisitor}>
            <DebateMomentum view={view} />
          </Scoreboard>
        )}
      </DebateIntro>
      {!isRefused && (
        <StageBar
          topic={debate.topic}
          variant={isStage ? "always" : "later"}
          isTop={isRunning}
          isMotionVisible={!isScrolledPast}
          sides={sides}
          isScored={!isVisitor}
          currentTurn={getReachedTurnNumber(debate, turns)}
          maxTurns={debate.maxTurns}
          speaking={speaking}
          hasAutoPlay={isAutoPlayOn}
          isLive={
            !isCompleted &&
            (speaking !== null || isAutoPlayOn || debate.currentTurn > view.initialTurn)
          }
        />
      )}
    </>
  );
};
