import { Square, Volume2 } from "lucide-react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { getProviderOfRole, getRoleOfTurn, SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import { WideScreenText } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { useFocusFallback } from "#web/lib/browser/use-focus-fallback.ts";
import {
  NowPlayingStatus,
  NowPlayingText,
  NowPlayingTitle,
  SideName,
} from "#web/components/audio/now-playing.tsx";
import { getLiveStatusText, isAtLiveEdge } from "../player/live-status.ts";
import { findLiveSentenceAt } from "../live-sentence.ts";
import { type LiveAudioState, useLiveAudio } from "../live-audio-store.ts";
import { startLiveListening, stopLiveListening } from "../player/live-player.ts";
import { useHighlightLiveSentence } from "./use-highlight-live-sentence.ts";

const Line = styled("section", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: { base: "1", md: "2" },
    w: { base: "auto", lg: "38rem" },
    minW: 0,
    p: { base: "1.5", md: "2" },
  },
});

const Dot = styled("span", {
  base: {
    flexShrink: 0,
    boxSize: "0.625rem",
    ms: "2",
    borderRadius: "pill",
    bg: "muted",
    "&[data-live]": { bg: "active" },
  },
});

/** Whether a turn has text whose speech does not exist yet. */
const hasUnspokenText = ({ status, content, audio }: Turn): boolean =>
  content !== "" &&
  (status === "streaming" || (status === "complete" && audio.status === "pending"));

const getStatusText = (state: LiveAudioState, turns: readonly Turn[]): string => {
  const { phase, schedule, unavailableMessage } = state;
  if (phase === "connecting" || schedule === null) return "Connecting...";
  if (phase === "buffering") return unavailableMessage ?? "Buffering...";
  return phase === "blocked"
    ? "Tap to listen"
    : getLiveStatusText(schedule, { ...state, hasUnspokenText: turns.some(hasUnspokenText) });
};

/**
 * The live player: current speaker, delay, and the button that returns to live. On the stage, where
 * the sound button is enough, it appears only when something is wrong.
 */
const LiveDock = ({ debate, turns }: { debate: Debate; turns: readonly Turn[] }) => {
  useHighlightLiveSentence(turns);
  const getProviderLabel = useProviderLabel();
  const statusText = useLiveAudio((state) => getStatusText(state, turns));
  const isBlocked = useLiveAudio(({ phase }) => phase === "blocked");
  const isRefused = useLiveAudio(
    ({ phase, unavailableMessage }) => phase === "buffering" && unavailableMessage !== null,
  );
  const isBehind = useLiveAudio(
    ({ phase, streamTime, now }) => phase === "playing" && !isAtLiveEdge(streamTime, now),
  );
  const turnNumber = useLiveAudio(
    ({ schedule, streamTime }) => schedule && findLiveSentenceAt(schedule, streamTime)?.turnNumber,
  );
  const role = typeof turnNumber === "number" ? getRoleOfTurn(turnNumber) : null;
  const isOnStage = useLiveAudio(({ delayDebate }) => delayDebate !== null);
  const dock = useFocusFallback<HTMLElement>(`turn-${turnNumber ?? turns.at(-1)?.turnNumber ?? 1}`);
  const listenFromNow = () => {
    // The pressed button disappears, so the dock takes over its focus.
    dock.current?.focus({ preventScroll: true });
    void startLiveListening(debate.id);
  };
  const isAllWell = !isBlocked && !isRefused && !isBehind;
  if (isAllWell && (isOnStage || debate.status !== "completed")) return null;
  return (
    <Line ref={dock} tabIndex={-1} aria-label="Live audio" data-radio>
      <Dot data-live={statusText === "Live" || undefined} aria-hidden="true" />
      <NowPlayingText>
        <NowPlayingTitle>
          {role ? (
            <>
              {getProviderLabel(getProviderOfRole(role, debate))},{" "}
              <SideName role={role}>{SIDE_LABEL[role]}</SideName>
            </>
          ) : (
            "The debate"
          )}
        </NowPlayingTitle>
        <NowPlayingStatus role="status" hasFailed={isRefused}>
          {statusText}
        </NowPlayingStatus>
      </NowPlayingText>
      {isBlocked && (
        <Button variant="solid" onClick={listenFromNow}>
          <Volume2 size={16} />
          Tap to listen
        </Button>
      )}
      {isBehind && <Button onClick={listenFromNow}>Go to live</Button>}
      <Button variant="ghost" onClick={stopLiveListening}>
        <Square size={14} />
        <WideScreenText>Stop listening</WideScreenText>
      </Button>
    </Line>
  );
};

export default LiveDock;
