import { COMPACT_BUTTON_STYLE, Button } from "#web/components/ui/controls/button.tsx";
import { Headphones, Pause } from "lucide-react";
import { useDisabledUntilHydrated } from "#web/lib/browser/hydration.ts";
import { isPlayerActive } from "#web/lib/player/player-state.ts";
import { dispatchPlayerEvent, usePlayer } from "#web/lib/player/player-store.ts";

/**
 * Plays a finished debate. While it plays, the button pauses and resumes; the Stop button is in the
 * player.
 */
const PlayAllButton = () => {
  const hydrationProps = useDisabledUntilHydrated();
  const isPlayingAll = usePlayer((state) => state.isPlayingAll && isPlayerActive(state));
  const isPaused = usePlayer(({ phase }) => phase === "paused");
  const playing = isPaused ? "resume" : "pause";
  const command = isPlayingAll ? playing : "play-all";
  return (
    <Button
      {...hydrationProps}
      css={COMPACT_BUTTON_STYLE}
      onClick={() => dispatchPlayerEvent({ type: command })}
    >
      {command === "pause" ? <Pause size={16} /> : <Headphones size={16} />}
      {command === "play-all" && "Listen to Debate"}
      {command === "pause" && "Pause Audio"}
      {command === "resume" && "Resume Audio"}
    </Button>
  );
};

export default PlayAllButton;
