import { Pause, Play, RotateCcw, SkipForward, Volume2, VolumeX } from "lucide-react";
import type { Ref } from "react";
import { Button } from "#web/components/ui/controls/button.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import type { useWatch } from "./use-watch.ts";

const Row = styled("div", {
  base: {
    display: "flex",
    justifyContent: "center",
    alignItems: "center",
    gap: "2",
    p: "2",
    pb: "calc(0.5rem + env(safe-area-inset-bottom))",
    minH: "4rem",
    borderTopWidth: "1px",
    borderColor: "line",
    /* The same width with every label, so that no button moves. */
    "& > button": { flex: "1 1 0", minW: 0, maxW: "10.5rem", px: "2", whiteSpace: "nowrap" },
  },
});

interface WatchControlsProps {
  watch: ReturnType<typeof useWatch>;
  /** Receives the focus when the scene opens. */
  mainRef: Ref<HTMLButtonElement>;
}

/**
 * Buttons for pause, next turn and sound. None of them moves or disappears during the playback, so
 * that no click hits the wrong one.
 */
export const WatchControls = ({ watch, mainRef }: WatchControlsProps) => {
  const { isOver, isPaused, isSoundOn, hasSound, hold, restart, skip, toggleSound } = watch;
  return (
    <Row role="group" aria-label="Playback">
      <Button
        ref={mainRef}
        aria-keyshortcuts="Space"
        onClick={() => (isOver ? restart() : hold(!isPaused))}
      >
        {isOver && <RotateCcw size={16} />}
        {!isOver && (isPaused ? <Play size={16} /> : <Pause size={16} />)}
        {isOver ? "Watch again" : isPaused ? "Continue" : "Pause"}
      </Button>
      <Button aria-keyshortcuts="ArrowRight" isOff={isOver} onClick={skip}>
        <SkipForward size={16} />
        Next turn
      </Button>
      {hasSound && (
        <Button variant={isSoundOn ? "outline" : "solid"} isOff={isOver} onClick={toggleSound}>
          {isSoundOn ? <Volume2 size={16} /> : <VolumeX size={16} />}
          {isSoundOn ? "Sound on" : "Tap for sound"}
        </Button>
      )}
    </Row>
  );
};
