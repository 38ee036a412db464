import { Pause, Play } from "lucide-react";
import { Button } from "#web/components/ui/controls/button.tsx";
import { isPlayerActive } from "#web/lib/player/player-state.ts";
import { dispatchPlayerEvent, usePlayer } from "#web/lib/player/player-store.ts";

export const PLAY_PAUSE_ID = "play-pause";

/**
 * The main button. It pauses, resumes, plays again, or takes the tap that the browser's autoplay
 * policy requires.
 */
export const PlayPauseButton = () => {
  const isBlocked = usePlayer((state) => state.isBlocked);
  const isPlaying = usePlayer((state) => isPlayerActive(state) && state.phase !== "paused");
  const isLoading = usePlayer(({ phase, wait }) => phase === "loading" && wait === null);
  const toggle = () => dispatchPlayerEvent({ type: isPlaying ? "pause" : "resume" });
  if (isBlocked)
    return (
      <Button variant="solid" onClick={toggle}>
        <Play size={16} fill="currentColor" />
        Tap to listen
      </Button>
    );
  return (
    <Button
      id={PLAY_PAUSE_ID}
      variant="solid"
      size="icon"
      isOff={isLoading}
      aria-label={isPlaying ? "Pause" : "Play"}
      aria-keyshortcuts="Space"
      onClick={toggle}
    >
      {isPlaying ? <Pause size={18} fill="currentColor" /> : <Play size={18} fill="currentColor" />}
    </Button>
  );
};
