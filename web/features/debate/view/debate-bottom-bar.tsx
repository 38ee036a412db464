import type { ReactNode } from "react";
import { JumpToLiveButton } from "../following/jump-to-live-button.tsx";
import { useBottomBarHeight } from "../following/use-bottom-bar-height.ts";
import { ConnectionBanner } from "../live/connection-banner.tsx";
import { AutoPlayNote } from "../stepping/auto-play-note.tsx";
import { DebateControls } from "../stepping/debate-controls.tsx";
import { FailedTurnNote, RefundNote } from "../stepping/failed-turn-note.tsx";
import { ProviderOutageNote } from "../stepping/provider-outage-note.tsx";
import { SpendingLimitNote } from "../stepping/spending-limit-note.tsx";
import { hasLockedTurns } from "../visitor-gate.tsx";
import { AboveBottomBar, BottomBar, BottomPanel } from "./debate-layout.tsx";
import { DebateMomentum } from "./debate-momentum.tsx";
import type { DebateViewState } from "./use-debate-view-state.ts";

interface DebateBottomBarProps {
  view: DebateViewState;
  /** Whether the reader follows the end of the text. */
  isAtEnd: boolean;
  /** Scrolls to the current turn. */
  onJump: () => void;
  /** The floating player. */
  children: ReactNode;
}

/** The bar at the bottom of the window: momentum, player and controls. */
export const DebateBottomBar = ({ view, isAtEnd, onJump, children }: DebateBottomBarProps) => {
  const { debate, turns, viewer, speaking, isOpen, isRefused, mayStep, mayPause, nextTurn } = view;
  const bar = useBottomBarHeight();
  const requestTurn = () => {
    nextTurn.mutate();
    onJump();
  };
  return (
    <BottomBar ref={bar} data-dock>
      <AboveBottomBar>
        <ConnectionBanner />
        {speaking && !isAtEnd && (
          <JumpToLiveButton turnNumber={speaking.turnNumber} onJump={onJump} />
        )}
      </AboveBottomBar>
      {view.isStage && isOpen && (
        <BottomPanel part="momentum" data-deck>
          <DebateMomentum view={view} />
        </BottomPanel>
      )}
      <BottomPanel part="controls" data-deck>
        {children}
        {!isRefused && !hasLockedTurns(view.isVisitor, debate) && (
          <ProviderOutageNote debate={debate} turns={turns} />
        )}
        {isOpen && <FailedTurnNote turn={view.failedTurn} mayRetry={mayStep} />}
        {debate.refunded && !isRefused && viewer?.id === debate.userId && (
          <RefundNote mayRestart={mayStep} />
        )}
        <SpendingLimitNote debate={debate} viewer={viewer} />
        <AutoPlayNote {...debate.autoPlay} isLocked={mayStep && !mayPause} />
        {mayStep && (
          <DebateControls
            debate={debate}
            turns={turns}
            nextTurn={nextTurn}
            mayPause={mayPause}
            autoPlay={view.autoPlay}
            onRequestTurn={requestTurn}
            onFollow={onJump}
          />
        )}
      </BottomPanel>
    </BottomBar>
  );
};
