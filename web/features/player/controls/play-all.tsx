import { Headphones, Square } from "lucide-react";
import type { Debate } from "#shared/contract/debate.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Muted } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useConfig } from "#web/lib/config.tsx";
import { useUntilAlive } from "#web/lib/use-browser.ts";
import { isActive } from "../player-state.ts";
import { tell, usePlayer } from "../player-store.ts";

/** Under everything else that stands in the row: it would part what belongs together. */
const Hint = styled(Muted, { base: { order: 1, flexBasis: "100%", fontSize: "14" } });

/* On a phone the words alone say it, so that all that can be done stays in one row. */
const COMPACT = { px: { base: "3", md: "4" }, "& svg": { hideBelow: "sm" } };

/** Plays the whole debate by itself, like a radio show, as soon as there is a turn to begin with. */
export const PlayAll = ({ debate }: { debate: Debate }) => {
  const untilAlive = useUntilAlive();
  const isVoiced = useConfig()?.tts ?? true;
  const isPlaying = usePlayer((state) => state.isPlayingAll && isActive(state));
  const hasTurns = debate.currentTurn > 0;
  return (
    <>
      <Button
        {...(hasTurns ? untilAlive : { disabled: true })}
        css={COMPACT}
        onClick={() => tell({ type: isPlaying ? "stop" : "play all" })}
      >
        {isPlaying ? <Square size={16} /> : <Headphones size={16} />}
        {isPlaying && "Stop Audio"}
        {!isPlaying && (debate.status === "completed" ? "Listen to Debate" : "Play All Audio")}
      </Button>
      {!isVoiced && <Hint>No voice is set up here: turns can only be read.</Hint>}
    </>
  );
};
