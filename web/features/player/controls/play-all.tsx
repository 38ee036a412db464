import { Headphones, Pause } from "lucide-react";
import type { Debate } from "#shared/contract/debate.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Muted } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useIsVoiced } from "#web/lib/tts-status.ts";
import { useUntilAlive } from "#web/lib/use-browser.ts";
import { isActive } from "../player-state.ts";
import { tell, usePlayer } from "../player-store.ts";

/** Wraps below all other controls of the row. */
const Hint = styled(Muted, { base: { order: 1, flexBasis: "100%", fontSize: "14" } });

/* On phones the button has no icon and shares its row's width with the other
   audio buttons. */
export const COMPACT = {
  flexGrow: { base: 1, sm: 0 },
  px: { base: "3", md: "4" },
  "& svg": { hideBelow: "sm" },
};

/**
 * Plays the whole debate and waits for turns that are not there yet. While playing, it pauses and
 * resumes; Stop is in the player.
 */
export const PlayAll = ({ debate }: { debate: Debate }) => {
  const untilAlive = useUntilAlive();
  const isVoiced = useIsVoiced() ?? true;
  const isPlayingAll = usePlayer((state) => state.isPlayingAll && isActive(state));
  const isPaused = usePlayer(({ phase }) => phase === "paused");
  const playing = isPaused ? "resume" : "pause";
  const command = isPlayingAll ? playing : "play all";
  const isOver = debate.status === "completed";
  return (
    <>
      <Button {...untilAlive} css={COMPACT} onClick={() => tell({ type: command })}>
        {command === "pause" ? <Pause size={16} /> : <Headphones size={16} />}
        {command === "play all" && isOver && "Listen to Debate"}
        {command === "play all" && !isOver && "Play All Audio"}
        {command === "pause" && "Pause Audio"}
        {command === "resume" && "Resume Audio"}
      </Button>
      {!isVoiced && <Hint>No voice is set up here: turns can only be read.</Hint>}
    </>
  );
};
