import { type ReactNode, Suspense } from "react";
import { useProviderStatusUpdates } from "#web/lib/socket/use-provider-status-updates.ts";
import { useConfig } from "#web/lib/config.tsx";
import { InlineScript } from "#web/components/layout/inline-script.tsx";
import { lazyInServerHtml, lazyOptional } from "#web/lib/code-loading/lazy-component.tsx";
import type { JumpToLiveButtonProps } from "../following/jump-to-live-button.tsx";
import { BOTTOM_BAR_SCRIPT, useBottomBarHeight } from "../following/use-bottom-bar-height.ts";
import { useConnectionState } from "../live/connection-store.ts";
import { ConnectionBanner } from "../live/connection-banner.tsx";
import { GoodPointButtons, SignInToReact } from "../reactions/good-point-buttons.tsx";
import { TranscriptButton } from "../scene/transcript/transcript-button.tsx";
import { useIsTranscriptOpen } from "../scene/transcript/transcript-store.ts";
import { useIsSceneVisible } from "../scene/transcript/use-is-scene-visible.ts";
import { AutoPlayNote } from "../stepping/auto-play-note.tsx";
import { DebateControls } from "../stepping/debate-controls.tsx";
import type { ProviderOutageNoteProps } from "../stepping/provider-outage-note.tsx";
import { SwingPart } from "../swing/lazy-swing.tsx";
import type { DebateSlots } from "../debate-slots.ts";
import { hasLockedTurns } from "../locked-turns.ts";
import { AboveBottomBar, BottomBar, BottomNotes, ControlRow } from "./debate-layout.tsx";
import { DebateMomentum } from "./debate-momentum.tsx";
import type { DebateViewState } from "./use-debate-view-state.ts";

/* Rarely needed, so they are loaded separately. */
const ProviderOutageNote = lazyInServerHtml<ProviderOutageNoteProps>(
  "provider-outage-note",
  () => import("../stepping/provider-outage-note.tsx"),
);
const ProblemNotes = lazyInServerHtml(
  "problem-notes",
  () => import("../stepping/problem-notes.tsx"),
);

const JumpToLiveButton = lazyOptional<JumpToLiveButtonProps>(
  () => import("../following/jump-to-live-button.tsx"),
);

interface DebateBottomBarProps {
  view: DebateViewState;
  SoundButton: DebateSlots["SoundButton"];
  /** Whether the reader follows the end of the text. */
  isAtEnd: boolean;
  /** Scrolls to the current turn. */
  onJump: () => void;
  /** The floating player. */
  children: ReactNode;
}

/** Notes, player and controls, fixed below the scene and the speeches. */
export const DebateBottomBar = (props: DebateBottomBarProps) => {
  const { view, SoundButton, isAtEnd, onJump, children } = props;
  const { debate, turns, viewer, speaking, isOpen, isRefused, mayStep, mayPause, nextTurn } = view;
  const bar = useBottomBarHeight();
  const isTranscriptOpen = useIsTranscriptOpen() || !view.isStage;
  useProviderStatusUpdates();
  const hasOutage = useConfig()?.providers.some(({ answering }) => !answering);
  const isWaiting = useConnectionState(({ waiting }) => waiting !== null);
  const isSceneVisible = useIsSceneVisible(view.isStage);
  // The scene itself shows why a turn failed. So the bar says it only while the scene is not
  // visible.
  const failedTurn = isOpen && !isSceneVisible ? view.failedTurn : undefined;
  const isRefunded = debate.refunded && !isSceneVisible;
  const requestTurn = () => {
    nextTurn.mutate();
    if (isTranscriptOpen) onJump();
  };
  return (
    <>
      <BottomBar ref={bar} data-dock>
        <AboveBottomBar>
          <ConnectionBanner />
          {speaking && !isAtEnd && isTranscriptOpen && (
            <Suspense>
              <JumpToLiveButton turnNumber={speaking.turnNumber} onJump={onJump} />
            </Suspense>
          )}
        </AboveBottomBar>
        <BottomNotes data-deck>
          {children}
          {(hasOutage || isWaiting) && !isRefused && !hasLockedTurns(view.isVisitor, debate) && (
            <Suspense>
              <ProviderOutageNote debate={debate} turns={turns} />
            </Suspense>
          )}
          {(failedTurn || isRefunded || debate.refusal !== null || debate.spendingPause) && (
            <Suspense>
              <ProblemNotes
                debate={debate}
                failedTurn={failedTurn}
                isRefunded={isRefunded}
                isOwner={viewer?.id === debate.userId}
                mayStep={mayStep}
              />
            </Suspense>
          )}
          <AutoPlayNote {...debate.autoPlay} isLocked={mayStep && !mayPause} />
        </BottomNotes>
        {view.isStage && isOpen && (
          <ControlRow data-deck>
            <div data-area="sound">
              <SoundButton debate={debate} />
            </div>
            <div data-area="react">
              {view.isVisitor ? <SignInToReact /> : <GoodPointButtons providers={view.providers} />}
            </div>
            <div data-area="momentum">
              {view.isVisitor || turns.length > 1 ? (
                <DebateMomentum view={view} />
              ) : (
                <SwingPart part="ballot" view={view}>
                  <DebateMomentum view={view} />
                </SwingPart>
              )}
            </div>
            <div data-area="transcript">
              <TranscriptButton onOpen={onJump} />
            </div>
            {mayStep && (
              <div data-area="steps">
                <DebateControls
                  debate={debate}
                  turns={turns}
                  isSceneVisible={isSceneVisible}
                  nextTurn={nextTurn}
                  mayPause={mayPause}
                  autoPlay={view.autoPlay}
                  onRequestTurn={requestTurn}
                  onFollow={onJump}
                />
              </div>
            )}
          </ControlRow>
        )}
      </BottomBar>
      <InlineScript code={BOTTOM_BAR_SCRIPT} />
    </>
  );
};
