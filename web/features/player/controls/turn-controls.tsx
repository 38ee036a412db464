import { ListMusic, Play, Share2, Square } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import type { Turn } from "#shared/contract/turn.ts";
import { isAdmin } from "#shared/domain/viewer.ts";
import { Button } from "#web/components/ui/button.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { clock } from "#web/lib/format.ts";
import { splitOptional } from "#web/lib/split.tsx";
import { useUntilAlive } from "#web/lib/use-browser.ts";
import { shareMoment } from "../moment/moment-store.ts";
import { isPlayingTurn } from "../player-state.ts";
import { tell, usePlayer } from "../player-store.ts";

const AdminControls = splitOptional(() => import("../keeping/admin-controls.tsx"));

/**
 * Touch height without making the turn's head taller. On phones the controls have their own line.
 */
const Controls = styled("span", {
  base: {
    display: "inline-flex",
    flexWrap: "wrap",
    alignSelf: "center",
    flexBasis: { base: "100%", md: "auto" },
    my: { base: "-2", md: "-3" },
    ms: { base: "-2.5", md: "0" },
    "& button": {
      minW: "touch",
      px: "2.5",
      outlineOffset: "-2px",
    },
  },
});

/* Outside the button, whose accessible name must match its label. */
const Length = styled("span", {
  base: { alignSelf: "center", fontVariantNumeric: "tabular-nums" },
});

/** Plays or stops one turn, and plays all turns from this one on. */
export const TurnControls = ({ turn, children }: { turn: Turn; children: ReactNode }) => {
  const untilAlive = useUntilAlive();
  const isPlaying = usePlayer((state) => isPlayingTurn(state, turn.id));
  const mayRepair = isAdmin(useAuth().user ?? null);
  const { durationMs } = turn.audio;
  return (
    <Controls>
      <Button
        look="ghost"
        {...untilAlive}
        aria-label={`${isPlaying ? "Stop" : "Play"} turn ${turn.turnNumber}`}
        onClick={() => tell(isPlaying ? { type: "stop" } : { type: "play", turnId: turn.id })}
      >
        {isPlaying ? <Square size={14} /> : <Play size={14} />}
        {isPlaying ? "Stop" : "Play"}
      </Button>
      {!isPlaying && durationMs !== null && <Length>{clock(durationMs / 1000)}</Length>}
      {turn.turnNumber > 1 && (
        <Button
          look="ghost"
          {...untilAlive}
          aria-label={`Play all from turn ${turn.turnNumber}`}
          title="Play all from here"
          onClick={() => tell({ type: "play all", turnId: turn.id })}
        >
          <ListMusic size={16} />
        </Button>
      )}
      {children}
      <Button
        look="ghost"
        {...untilAlive}
        aria-label={`Share a moment of turn ${turn.turnNumber}`}
        title="Share a moment"
        onClick={() => shareMoment({ turnNumber: turn.turnNumber })}
      >
        <Share2 size={16} />
      </Button>
      {mayRepair && (
        <Suspense>
          <AdminControls turn={turn} />
        </Suspense>
      )}
    </Controls>
  );
};
