import { COMPACT_BUTTON_STYLE, Button } from "#web/components/ui/controls/button.tsx";
import { Headphones, Pause } from "lucide-react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { Muted } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useIsVoiced } from "#web/lib/tts-status.ts";
import { useDisabledUntilHydrated } from "#web/lib/browser/hydration.ts";
import { isPlayerActive } from "#web/lib/player/player-state.ts";
import { dispatchPlayerEvent, usePlayer } from "#web/lib/player/player-store.ts";

/** Wraps below all other controls of the row. */
const Hint = styled(Muted, { base: { order: 1, flexBasis: "100%", fontSize: "14" } });

/**
 * Plays the whole debate. While it plays, the button pauses and resumes; the Stop button is in the
 * player. A running debate with a voice has the sound button instead. If no voice is configured, a
 * note says so.
 */
export const PlayAllButton = ({ debate }: { debate: Debate }) => {
  const hydrationProps = useDisabledUntilHydrated();
  const isVoiced = useIsVoiced() ?? true;
  const isPlayingAll = usePlayer((state) => state.isPlayingAll && isPlayerActive(state));
  const isPaused = usePlayer(({ phase }) => phase === "paused");
  const playing = isPaused ? "resume" : "pause";
  const command = isPlayingAll ? playing : "play-all";
  const isOver = debate.status === "completed";
  if (!isOver && isVoiced) return null;
  return (
    <>
      <Button
        {...hydrationProps}
        css={COMPACT_BUTTON_STYLE}
        onClick={() => dispatchPlayerEvent({ type: command })}
      >
        {command === "pause" ? <Pause size={16} /> : <Headphones size={16} />}
        {command === "play-all" && isOver && "Listen to Debate"}
        {command === "play-all" && !isOver && "Play All Audio"}
        {command === "pause" && "Pause Audio"}
        {command === "resume" && "Resume Audio"}
      </Button>
      {!isVoiced && <Hint>No voice is set up. You can only read the turns.</Hint>}
    </>
  );
};
