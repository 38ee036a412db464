import { Share2, Square, X } from "lucide-react";
import { Button } from "#web/components/ui/controls/button.tsx";
import { WideScreenText } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useFocusFallback } from "#web/lib/browser/use-focus-fallback.ts";
import { openClipDialog } from "#web/lib/clip-dialog-store.ts";
import { isPlayerActive } from "#web/lib/player/player-state.ts";
import { dispatchPlayerEvent, usePlayer } from "#web/lib/player/player-store.ts";
import { useHighlightSpokenSentence } from "../use-highlight-spoken-sentence.ts";
import { PlaybackStatus } from "./playback-status.tsx";
import { NowPlaying } from "#web/components/audio/now-playing.tsx";
import { TransportControls } from "./transport-controls.tsx";
import { SpeedSelect, VolumeControl } from "./speed-and-volume.tsx";
import { usePlayerShortcuts } from "./use-player-shortcuts.ts";

/* On phones the transport controls come last, within the thumb's reach. */
const Box = styled("section", {
  base: {
    display: "grid",
    gridTemplateAreas: {
      base: "'now tools' 'course course' 'transport transport'",
      md: "'now tools' 'transport course'",
    },
    gridTemplateColumns: { base: "minmax(0, 1fr) auto", md: "auto minmax(0, 1fr)" },
    alignItems: "center",
    columnGap: { base: "1", md: "4" },
    rowGap: { base: "1", md: "0.5" },
    w: { base: "auto", lg: "40rem" },
    p: { base: "1.5", md: "2" },
  },
});

const Tools = styled("div", {
  base: {
    gridArea: "tools",
    display: "flex",
    alignItems: "center",
    justifyContent: "flex-end",
    gap: { base: "0", md: "1" },
  },
});

const ShareClipButton = () => (
  <Button
    variant="ghost"
    size="icon"
    aria-label="Share this moment"
    title="Share this moment"
    onClick={() => {
      const { track, position } = usePlayer.getState();
      if (track) openClipDialog({ turnNumber: track.turnNumber, positionS: position });
    }}
  >
    <Share2 size={16} />
  </Button>
);

const FloatingPlayer = () => {
  usePlayerShortcuts();
  useHighlightSpokenSentence();
  const mayStop = usePlayer(isPlayerActive);
  const isBlocked = usePlayer((state) => state.isBlocked);
  const turnNumber = usePlayer(({ track }) => track?.turnNumber ?? 1);
  const box = useFocusFallback<HTMLElement>(`turn-${turnNumber}`);
  return (
    <Box ref={box} aria-label="Audio player" data-player>
      <NowPlaying />
      <Tools>
        {!isBlocked && (
          <>
            <SpeedSelect />
            <VolumeControl />
            <ShareClipButton />
          </>
        )}
        <Button
          variant="ghost"
          css={{ minW: "touch", px: { base: "2", md: "3" } }}
          isOff={!mayStop}
          onClick={() => dispatchPlayerEvent({ type: "stop" })}
        >
          <Square size={14} />
          <WideScreenText>Stop Audio</WideScreenText>
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Close player"
          onClick={() => dispatchPlayerEvent({ type: "close" })}
        >
          <X size={16} />
        </Button>
      </Tools>
      <PlaybackStatus />
      <TransportControls />
    </Box>
  );
};

export default FloatingPlayer;
