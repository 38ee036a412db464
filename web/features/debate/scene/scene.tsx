import { Suspense, useEffect } from "react";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { AI_LABEL } from "#shared/domain/ai-label.ts";
import { findLatestScore, selectMood } from "#shared/domain/debates/mood.ts";
import type { Role } from "#shared/domain/debates/side.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { LazyDebateResult } from "../view/lazy-debate-result.ts";
import type { DebateViewState } from "../view/use-debate-view-state.ts";
import { lazyOptional } from "#web/lib/code-loading/lazy-component.tsx";
import { Reactions } from "../reactions/lazy-reactions.tsx";
import type { StageSide } from "../stage/stage-bar.tsx";
import { Captions, Motion } from "./scene-words.tsx";
import { SceneFrame, SceneLabel, SkipCorner } from "./scene-layout.tsx";
import type { SceneFailureProps } from "./scene-failure.tsx";
import { SceneGlow, SceneStage } from "./scene-stage.tsx";
import type { JudgeWordsProps } from "./judge-words.tsx";
import { useCaption } from "./use-caption.ts";
import { getRuling, type JudgeMoment, useJudgeMoment } from "./use-judge-moment.ts";

/* No ruling is shown before the end of the first turn, so its code is loaded separately. */
const JudgeWords = lazyOptional<JudgeWordsProps>(() => import("./judge-words.tsx"));
const SceneFailure = lazyOptional<SceneFailureProps>(() => import("./scene-failure.tsx"));

/** The turn in progress once it has words, or else the last one with words. */
const findShownTurn = (turns: readonly Turn[]): Turn | undefined =>
  turns.findLast(({ content, isHidden }) => content !== "" && !isHidden);

/**
 * Returns the side with the mood that fits what the scene shows. `side.mood` may be ahead of the
 * scene, because turns may have been written and judged earlier.
 */
const withMood = (
  side: StageSide,
  { debate, turns }: DebateViewState,
  speaker: Role | null,
  moment: JudgeMoment | null,
): StageSide => {
  if (speaker === null && moment === null) return side;
  const mood = selectMood(side.role, {
    speaker,
    latestScore: moment?.phase === "ruling" ? findLatestScore(turns) : null,
    winner: null,
    behind: side.mood === "worried" ? side.role : null,
    isRoast: debate.format === "roast",
  });
  return { ...side, mood };
};

interface SceneProps {
  view: DebateViewState;
  /** The turns as far as they are written. Those of `view` may be delayed until they are spoken. */
  turns: readonly Turn[];
  /** Called when the viewer starts the debate. */
  onStart: () => void;
}

/**
 * The running debate as a scene: both debaters, the judge, and the sentence that is spoken. The
 * scene highlights one figure at a time. Screen readers read the transcript instead.
 */
export const Scene = ({ view, turns, onStart }: SceneProps) => {
  const { debate, sides, inProgress, isVisitor } = view;
  const getProviderLabel = useProviderLabel();
  const isSpeaking = inProgress !== undefined && inProgress.content !== "";
  const shown = findShownTurn(view.turns);
  const whole = turns.find(({ id, attempt }) => id === shown?.id && attempt === shown.attempt);
  const caption = useCaption(shown, whole);
  const hasWords = shown !== undefined;
  useEffect(() => {
    if (hasWords) JudgeWords.preload().catch(() => undefined);
  }, [hasWords]);
  const isReading = caption !== null && !caption.isOver;
  const { moment, skip } = useJudgeMoment(view.turns, { isSpeaking, isReading });
  // Between two turns, the last ruling stays visible.
  const judged = isReading || shown?.score === null ? undefined : (moment?.turn ?? shown);
  const isUnstarted = debate.currentTurn + turns.length + view.turns.length === 0;
  const canStart = view.mayStep && isUnstarted && !debate.autoPlay.on;
  const speaker: Role | null = isReading ? (shown?.role ?? null) : null;
  const isVerdict = view.verdict.hasPrompt && !isReading;
  const failed = view.isOpen && !isReading && !moment ? view.failedTurn : undefined;
  const lit = moment ? "judge" : (failed?.role ?? speaker);
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
          sides={sides.map((side) => withMood(side, view, speaker, moment))}
          lit={lit}
          isScored={!isVisitor}
          hasButtons={canStart || failed !== undefined}
        >
          {failed && (
            <Suspense>
              <SceneFailure view={view} turn={failed} />
            </Suspense>
          )}
          {!shown && !failed && <Motion view={view} canStart={canStart} onStart={onStart} />}
          {shown && !failed && judged && (
            <Suspense>
              <JudgeWords
                turn={judged}
                phase={moment?.phase ?? "ruling"}
                ruling={getRuling(judged)}
                speaker={getProviderLabel(
                  judged.role === "bot_a" ? debate.botAProvider : debate.botBProvider,
                )}
              />
            </Suspense>
          )}
          {shown && !failed && !judged && caption && (
            <Captions caption={caption} role={shown.role} />
          )}
        </SceneStage>
      )}
      <SceneLabel>{AI_LABEL}</SceneLabel>
      {!isVisitor && (caption || debate.sentenceReactions) && (
        <Reactions
          part="controller"
          debate={debate}
          turn={isReading ? whole : undefined}
          captionIndex={caption?.index ?? 0}
        />
      )}
      {moment && !isVerdict && (
        <SkipCorner>
          <Button onClick={skip}>Skip</Button>
        </SkipCorner>
      )}
    </SceneFrame>
  );
};
