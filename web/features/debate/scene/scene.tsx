import { Suspense, useEffect, useLayoutEffect } from "react";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { AI_LABEL } from "#shared/domain/ai-label.ts";
import { lazyInServerHtml, lazyOptional } from "#web/lib/code-loading/lazy-component.tsx";
import { findShownTurn } from "../shown-turn.ts";
import { LazyDebateResult } from "../view/lazy-debate-result.ts";
import type { DebateViewState } from "../view/use-debate-view-state.ts";
import { Reactions } from "../reactions/lazy-reactions.tsx";
import { Motion } from "./words/scene-words.tsx";
import { SceneFrame, SceneLabel } from "./scene-layout.tsx";
import type { SceneFailureProps } from "./scene-failure.tsx";
import type { SkipButtonProps } from "./skip-button.tsx";
import { useIsTranscriptOpen } from "./transcript/transcript-store.ts";
import { SceneGlow, SceneStage } from "./scene-stage.tsx";
import type { SpokenWordsProps } from "./words/spoken-words.tsx";
import { useSceneWords, toShownSide } from "./words/use-scene-words.ts";

const SceneFailure = lazyInServerHtml<SceneFailureProps>(
  "scene-failure",
  () => import("./scene-failure.tsx"),
);
/* Loaded once the first turn is requested. Until then, the scene shows only the topic. */
const SpokenWords = lazyInServerHtml<SpokenWordsProps>(
  "spoken-words",
  () => import("./words/spoken-words.tsx"),
);
const SkipButton = lazyOptional<SkipButtonProps>(() => import("./skip-button.tsx"));

interface SceneProps {
  view: DebateViewState;
  /** The turns as far as they are written. Those of `view` may be delayed until they are spoken. */
  turns: readonly Turn[];
  /** Called when the viewer starts the debate. */
  onStart: () => void;
  /**
   * Called with the number of the turn whose judgement the page must hide until the scene has shown
   * it; 0 if there is none.
   */
  onHold: (turnNumber: number) => void;
}

/**
 * The running debate as a scene: both debaters, the judge, and the sentence that is spoken. The
 * scene highlights one figure at a time. Screen readers read the transcript instead.
 */
export const Scene = ({ view, turns, onStart, onHold }: SceneProps) => {
  const { debate, sides, inProgress, isVisitor } = view;
  const isSpeaking = inProgress !== undefined && inProgress.content !== "";
  const shown = findShownTurn(view.turns);
  const whole = turns.find(({ id, attempt }) => id === shown?.id && attempt === shown.attempt);
  const words = useSceneWords({ shown, whole, turns: view.turns, isSpeaking });
  const { caption, isReading, moment } = words;
  // An open transcript shows the judgement at once.
  const isHeld = !useIsTranscriptOpen() && (isReading || moment?.phase === "quotes");
  const heldTurn = isHeld ? (shown?.turnNumber ?? 0) : 0;
  useLayoutEffect(() => {
    onHold(heldTurn);
    return () => onHold(0);
  }, [heldTurn, onHold]);
  const isUnstarted = debate.currentTurn + turns.length + view.turns.length === 0;
  const canStart = view.mayStep && isUnstarted && !debate.autoPlay.on;
  // The first speech may be written already, but not spoken yet.
  const isAboutToBegin = inProgress !== undefined || debate.currentTurn > 0 || debate.autoPlay.on;
  useEffect(() => {
    if (isAboutToBegin) SpokenWords.preload().catch(() => undefined);
  }, [isAboutToBegin]);
  const isVerdict = view.verdict.hasPrompt && !isReading;
  const failed = view.isOpen && !isReading && !moment ? view.failedTurn : undefined;
  const lit = failed?.role ?? words.lit;
  return (
    <SceneFrame id="scene" tabIndex={-1} isOver={isVerdict} aria-label="Scene" data-scene>
      <SceneGlow judge={debate.judge} lit={isVerdict ? view.winner : lit} />
      {isVerdict ? (
        <Suspense>
          <LazyDebateResult view={view} place="scene" />
        </Suspense>
      ) : (
        <SceneStage
          judge={debate.judge}
          sides={sides.map((side) =>
            toShownSide(side, words, { format: debate.format, turns: view.turns }),
          )}
          lit={lit}
          isScored={!isVisitor}
          hasButtons={failed !== undefined || !(shown || isAboutToBegin)}
        >
          {failed && (
            <Suspense>
              <SceneFailure view={view} turn={failed} />
            </Suspense>
          )}
          {!shown && !failed && (
            <Motion
              view={view}
              canStart={canStart}
              isAboutToBegin={isAboutToBegin}
              onStart={onStart}
            />
          )}
          {shown && !failed && (
            <Suspense>
              <SpokenWords debate={debate} words={words} role={shown.role} />
            </Suspense>
          )}
        </SceneStage>
      )}
      {!isVerdict && <SceneLabel>{AI_LABEL}</SceneLabel>}
      {!isVisitor && (caption || debate.sentenceReactions) && (
        <Reactions
          part="controller"
          debate={debate}
          turn={isReading ? whole : undefined}
          captionIndex={caption?.index ?? 0}
        />
      )}
      {moment && !isVerdict && (
        <Suspense>
          <SkipButton onPress={words.skip} />
        </Suspense>
      )}
    </SceneFrame>
  );
};
