import { Suspense, useEffect, useRef, useState } from "react";
import { WATCH_PARAMETER } from "#shared/domain/debates/sharing/watch-link.ts";
import { useSearchParams } from "react-router-dom";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { lazyOptional } from "#web/lib/code-loading/lazy-component.tsx";
import { useLiveTab } from "#web/lib/browser/live-tab.ts";
import type { AudibleTurn, DebateSlots, DisplayedDebate } from "../debate-slots.ts";
import { useAutoScroll } from "../following/use-auto-scroll.ts";
import { useDebateSubscription } from "../live/use-debate-subscription.ts";
import { useIsDebateLive } from "../live/use-is-debate-live.ts";
import { DebateBottomBar } from "./debate-bottom-bar.tsx";
import { DebateMain } from "./debate-main.tsx";
import { Scene } from "../scene/scene.tsx";
import { ScenePage, Transcript } from "../scene/scene-layout.tsx";
import { showTranscript } from "../scene/transcript/transcript-store.ts";
import { TranscriptScript } from "../scene/transcript/transcript-button.tsx";
import type { WatchSceneProps } from "../watch/watch-scene.tsx";
import { DebateBar, DebateTop } from "./debate-top.tsx";
import { useDebateViewState } from "./use-debate-view-state.ts";
import { DebateLanguage } from "#web/components/debate/debate-language.ts";

/* Needed only while a finished debate is watched. */
const WatchScene = lazyOptional<WatchSceneProps>(() => import("../watch/watch-scene.tsx"));

interface DebateViewProps extends DisplayedDebate {
  viewer: Viewer;
  slots: DebateSlots;
}

interface DebatePartsProps extends DebateViewProps {
  audibleTurn: AudibleTurn;
  /**
   * The debate as the page shows it. If the page's text follows the live voice, it contains only
   * what has been spoken.
   */
  displayed: DisplayedDebate;
}

const DebateParts = (props: DebatePartsProps) => {
  const { debate, turns, viewer, slots, audibleTurn, displayed } = props;
  const [heldTurn, setHeldTurn] = useState(0);
  const view = useDebateViewState({ displayed, viewer, audibleTurn, heldTurn });
  useLiveTab(useIsDebateLive(view));
  const speeches = useRef<HTMLElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const { isAtEnd, jump } = useAutoScroll(speeches, end, view.startsAtEnd);
  const { isStage, isCompleted, verdict } = view;
  // If the viewer is not asked for a vote, the scene does not show the result. So the transcript,
  // which shows it, is opened.
  useEffect(() => {
    if (isStage && isCompleted && !verdict.hasPrompt) showTranscript();
  }, [isStage, isCompleted, verdict.hasPrompt]);
  const isWatching = useSearchParams()[0].has(WATCH_PARAMETER) && view.canWatch;
  const words = (
    <>
      <DebateTop view={view} slots={slots} />
      <DebateMain view={view} slots={slots} speechesRef={speeches} endRef={end} isAtEnd={isAtEnd} />
    </>
  );
  const bottomBar = (
    <DebateBottomBar view={view} SoundButton={slots.SoundButton} isAtEnd={isAtEnd} onJump={jump}>
      <slots.FloatingPlayer debate={debate} turns={turns} isCovered={isWatching} />
    </DebateBottomBar>
  );
  return (
    <>
      {isStage ? (
        <ScenePage>
          <TranscriptScript />
          <DebateBar view={view} isMotionVisible={false} />
          <Scene view={view} turns={turns} onStart={jump} onHold={setHeldTurn} />
          {/* Before the transcript, because a focus in the transcript opens it. */}
          {bottomBar}
          <Transcript onFocusCapture={showTranscript}>{words}</Transcript>
        </ScenePage>
      ) : (
        <>
          {words}
          {bottomBar}
        </>
      )}
      <Suspense>{isWatching && <WatchScene view={view} />}</Suspense>
    </>
  );
};

/** A debate's page: motion, sides, speeches and controls. */
export const DebateView = (props: DebateViewProps) => {
  const { debate, turns, slots } = props;
  useDebateSubscription(debate.id);
  return (
    <DebateLanguage value={debate.language}>
      <slots.AudibleTurnProvider debate={debate} turns={turns}>
        {(audibleTurn, displayed) => (
          <DebateParts {...props} audibleTurn={audibleTurn} displayed={displayed} />
        )}
      </slots.AudibleTurnProvider>
    </DebateLanguage>
  );
};
