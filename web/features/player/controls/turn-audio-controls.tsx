import { ListMusic, Play, Share2, Square } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { isAdmin } from "#shared/domain/accounts/viewer.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { formatDuration } from "#web/lib/format.ts";
import { lazyOptional } from "#web/lib/code-loading/lazy-component.tsx";
import { useIsVoiceMissing } from "#web/lib/tts-status.ts";
import { useDisabledUntilHydrated } from "#web/lib/browser/hydration.ts";
import { openClipDialog } from "#web/lib/clip-dialog-store.ts";
import { isPlayingTurn } from "#web/lib/player/player-state.ts";
import { dispatchPlayerEvent, usePlayer } from "#web/lib/player/player-store.ts";

const AdminRecordingControls = lazyOptional(() => import("./admin-recording-controls.tsx"));

/**
 * Negative margins keep the turn's head low although the buttons are tall enough to touch. On
 * phones the controls have their own line.
 */
const ControlsFrame = styled("span", {
  base: {
    display: "inline-flex",
    flexWrap: "wrap",
    alignSelf: "center",
    flexBasis: { base: "100%", md: "auto" },
    my: { base: "-2", md: "-3" },
    ms: "-2.5",
    "& button": {
      minW: "touch",
      /* Buttons for a mouse may be narrower. In a narrow column they then fit beside the names. */
      "@media (hover: hover)": { minW: "2.25rem" },
      px: "2.5",
      outlineOffset: "-2px",
    },
  },
});

/*
 * The duration is outside the button, because the button's accessible name must match its visible
 * label.
 */
const TurnDuration = styled("span", {
  base: { alignSelf: "center", fontVariantNumeric: "tabular-nums" },
});

/** Plays or stops one turn, and plays all turns from this one on. */
export const TurnAudioControls = ({ turn, children }: { turn: Turn; children: ReactNode }) => {
  const hydrationProps = useDisabledUntilHydrated();
  const isPlaying = usePlayer((state) => isPlayingTurn(state, turn.id));
  const isVoiceMissing = useIsVoiceMissing();
  const mayRepair = isAdmin(useAuth().user ?? null) && !isVoiceMissing;
  const { durationMs } = turn.audio;
  return (
    <ControlsFrame>
      {!isVoiceMissing && (
        <>
          <Button
            variant="ghost"
            {...hydrationProps}
            aria-label={`${isPlaying ? "Stop" : "Play"} turn ${turn.turnNumber}`}
            onClick={() =>
              dispatchPlayerEvent(isPlaying ? { type: "stop" } : { type: "play", turnId: turn.id })
            }
          >
            {isPlaying ? <Square size={14} /> : <Play size={14} />}
            {isPlaying ? "Stop" : "Play"}
          </Button>
          {!isPlaying && durationMs !== null && (
            <TurnDuration>{formatDuration(durationMs / 1000)}</TurnDuration>
          )}
          {turn.turnNumber > 1 && (
            <Button
              variant="ghost"
              {...hydrationProps}
              aria-label={`Play all from turn ${turn.turnNumber}`}
              title="Play all from here"
              onClick={() => dispatchPlayerEvent({ type: "play-all", turnId: turn.id })}
            >
              <ListMusic size={16} />
            </Button>
          )}
        </>
      )}
      {children}
      <Button
        variant="ghost"
        {...hydrationProps}
        aria-label={`Share a moment of turn ${turn.turnNumber}`}
        title="Share a moment"
        onClick={() => openClipDialog({ turnNumber: turn.turnNumber })}
      >
        <Share2 size={16} />
      </Button>
      {mayRepair && (
        <Suspense>
          <AdminRecordingControls turn={turn} />
        </Suspense>
      )}
    </ControlsFrame>
  );
};
