import { X } from "lucide-react";
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { AI_LABEL } from "#shared/domain/ai-label.ts";
import { SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { bindPunctuation } from "#shared/domain/debates/language/no-break-spaces.ts";
import { useTextAttributes } from "#web/components/debate/debate-language.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import { ScreenReaderText } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { SceneLabel } from "../scene/scene-layout.tsx";
import { SceneGlow, SceneStage } from "../scene/scene-stage.tsx";
import { SceneTopic } from "../scene/words/scene-words.tsx";
import SpokenWords from "../scene/words/spoken-words.tsx";
import { getRuling } from "../scene/words/use-judge-moment.ts";
import { toShownSide } from "../scene/words/use-scene-words.ts";
import { resetReveal } from "../seal/reveal-step.ts";
import { StageBar } from "../stage/stage-bar.tsx";
import { useStageState } from "../stage/use-stage-state.ts";
import type { DebateViewState } from "../view/use-debate-view-state.ts";
import { useWatchLink, WATCH_BUTTON_ID } from "./use-watch-link.ts";
import { useWatch } from "./use-watch.ts";
import { watchRulingVoice } from "./watch-ruling-voice.ts";
import { WatchControls } from "./watch-controls.tsx";
import { WatchEnd } from "./watch-end.tsx";

const Window = styled("dialog", {
  base: {
    m: 0,
    p: 0,
    borderWidth: 0,
    w: "100vw",
    maxW: "none",
    h: "100dvh",
    maxH: "none",
    overflow: "hidden",
    bg: "canvas",
    color: "ink",
    fontSize: "16",
    _open: { display: "grid", gridTemplateRows: "auto minmax(0, 1fr) auto" },
  },
});

const SceneBox = styled("div", {
  base: { position: "relative", containerType: "size", containerName: "scene", minH: 0 },
});

/** Controls that use the space bar themselves. */
const SPACE_KEY_CONSUMERS = "button, a";

/**
 * The state of both sides as of the turn that plays. It includes the turn's judgement only after
 * the turn's words.
 */
const useSides = (
  { debate, turns }: Pick<DebateViewState, "debate" | "turns">,
  { turn, words, isOver }: ReturnType<typeof useWatch>,
) => {
  const { isReading } = words;
  const turnNumber = turn?.turnNumber ?? (isOver ? debate.currentTurn : 0);
  const past = useMemo(() => {
    const before = turns.filter((each) => each.turnNumber < turnNumber);
    if (!turn) return isOver ? turns : before;
    return [...before, isReading ? { ...turn, status: "streaming" as const } : turn];
  }, [turns, turn, turnNumber, isReading, isOver]);
  const asOfTurn = useMemo(() => ({ ...debate, scores: null }), [debate]);
  const stage = useStageState({
    debate: asOfTurn,
    turns: past,
    verdict: { isVerdictShown: false, isWithheld: false },
    audibleTurn: null,
  });
  return { ...stage, past, turnNumber };
};

export interface WatchSceneProps {
  view: DebateViewState;
}

/**
 * A finished debate as a scene that fills the window: its turns, what the judge said about each,
 * and the verdict.
 */
const WatchScene = ({ view }: WatchSceneProps) => {
  const { firstTurn, leave: onLeave } = useWatchLink();
  const { debate, isVisitor } = view;
  const watch = useWatch(view.turns, firstTurn);
  const { turn, words, isIntro, isOver } = watch;
  const { sides, speaking, past, turnNumber } = useSides(view, watch);
  const getProviderLabel = useProviderLabel();
  const topicAttributes = useTextAttributes(debate.topic);
  const textAttributes = useTextAttributes();
  const dialog = useRef<HTMLDialogElement>(null);
  const main = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    main.current?.focus();
    return () => {
      // Closing returns the focus to the button that opened the scene. If a link opened it, no
      // element had the focus before, so the code below moves the focus to that button.
      element?.close();
      const { activeElement } = document;
      if (activeElement === document.body || element?.contains(activeElement))
        document.getElementById(WATCH_BUTTON_ID)?.focus({ preventScroll: true });
    };
  }, []);
  useEffect(() => {
    if (isIntro) resetReveal();
  }, [isIntro]);
  const handleKeyDown = (event: KeyboardEvent) => {
    const { key, target } = event;
    const isOnButton = target instanceof Element && target.closest(SPACE_KEY_CONSUMERS) !== null;
    const isPause = key === " " && !isOnButton;
    if (isOver || (!isPause && key !== "ArrowRight")) return;
    event.preventDefault();
    if (isPause) watch.hold(!watch.isPaused);
    else watch.skip();
  };
  const speaker = sides.find(({ role }) => role === turn?.role);
  const { judged, moment } = words;
  return (
    <Window
      ref={dialog}
      aria-label={`Watch: ${debate.topic}`}
      onCancel={(event) => {
        event.preventDefault();
        onLeave();
      }}
      onKeyDown={handleKeyDown}
      data-watch
    >
      <StageBar
        topic={debate.topic}
        variant="dialog"
        isTop={false}
        isMotionVisible={false}
        leaveButton={
          <Button
            variant="ghost"
            size="icon"
            css={{ gridArea: "back", outlineOffset: "-2px" }}
            aria-label="Leave"
            title="Leave"
            onClick={onLeave}
          >
            <X size={18} />
          </Button>
        }
        sides={sides}
        isScored={!isVisitor}
        currentTurn={turnNumber}
        maxTurns={debate.maxTurns}
        speaking={speaking}
        isLive={false}
      />
      <SceneBox data-scene>
        {isOver ? (
          <WatchEnd view={view} onLeave={onLeave} />
        ) : (
          <>
            <SceneGlow judge={debate.judge} lit={words.lit} />
            <SceneStage
              judge={debate.judge}
              sides={sides.map((side) => toShownSide(side, words, { ...debate, turns: past }))}
              lit={words.lit}
              isScored={!isVisitor}
            >
              {turn ? (
                <SpokenWords
                  debate={debate}
                  words={words}
                  role={turn.role}
                  voice={debate.pace === "voice" ? watchRulingVoice : undefined}
                />
              ) : (
                <SceneTopic {...topicAttributes}>
                  {bindPunctuation(debate.topic, topicAttributes.lang)}
                </SceneTopic>
              )}
            </SceneStage>
          </>
        )}
        <SceneLabel>{AI_LABEL}</SceneLabel>
      </SceneBox>
      <WatchControls watch={watch} mainRef={main} />
      <ScreenReaderText role="status">
        {moment && judged && (
          <>
            The judge: {judged.score}. <span {...textAttributes}>{getRuling(judged)}</span>
          </>
        )}
        {!moment &&
          speaker &&
          `Turn ${turnNumber}: ${getProviderLabel(speaker.provider)}, ${SIDE_LABEL[speaker.role]}`}
        {isOver && "The debate is over."}
      </ScreenReaderText>
    </Window>
  );
};

export default WatchScene;
