import { Pause, Play } from "lucide-react";
import { Button } from "#web/components/ui/button.tsx";
import { isActive } from "../player-state.ts";
import { tell, usePlayer } from "../player-store.ts";

/** The id of the button. */
export const PLAY_PAUSE = "play-pause";

/** The one large button: pause, go on, play again; and the tap that some browsers want first. */
export const PlayPause = () => {
  const isBlocked = usePlayer((state) => state.isBlocked);
  const isPlaying = usePlayer((state) => isActive(state) && state.phase !== "paused");
  const isLoading = usePlayer(({ phase, wait }) => phase === "loading" && wait === null);
  const toggle = () => tell({ type: isPlaying ? "pause" : "resume" });
  if (isBlocked)
    return (
      <Button look="solid" onClick={toggle}>
        <Play size={16} fill="currentColor" />
        Tap to listen
      </Button>
    );
  return (
    <Button
      id={PLAY_PAUSE}
      look="solid"
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
