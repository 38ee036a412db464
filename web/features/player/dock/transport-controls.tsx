import { RotateCcw, RotateCw, SkipBack, SkipForward } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#web/components/ui/controls/button.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import {
  type PlayerCommand,
  type PlayerState,
  BUTTON_SEEK_S,
} from "#web/lib/player/player-state.ts";
import { dispatchPlayerEvent, usePlayer } from "#web/lib/player/player-store.ts";
import { PlayPauseButton } from "./play-pause-button.tsx";

const Row = styled("div", {
  base: {
    gridArea: "transport",
    display: "flex",
    alignItems: "center",
    justifyContent: { base: "space-evenly", md: "flex-start" },
    gap: { base: "0", md: "0.5" },
  },
});

/* Number of seconds inside the arrow icon. */
const Seconds = styled("span", {
  base: {
    position: "absolute",
    fontSize: "0.5625rem",
    fontWeight: 700,
    lineHeight: 1,
    mt: "1px",
  },
});

const SEEK_BUTTON_STYLE = {
  position: "relative",
  "& svg": { flexShrink: 0 },
} as const;

interface SeekButtonProps {
  label: string;
  keys: string;
  isOff: boolean;
  command: PlayerCommand;
  children: ReactNode;
}

const SeekButton = ({ label, keys, isOff, command, children }: SeekButtonProps) => (
  <Button
    variant="ghost"
    size="icon"
    css={SEEK_BUTTON_STYLE}
    aria-label={label}
    title={label}
    aria-keyshortcuts={keys}
    isOff={isOff}
    onClick={() => dispatchPlayerEvent(command)}
  >
    {children}
  </Button>
);

const findAdjacentTurnNumber =
  (step: 1 | -1) =>
  ({ track, playlist: { tracks } }: PlayerState): number | undefined => {
    const index = tracks.findIndex(({ turnId }) => turnId === track?.turnId);
    return index < 0 ? undefined : tracks[index + step]?.turnNumber;
  };
const getPreviousTurnNumber = findAdjacentTurnNumber(-1);
const getNextTurnNumber = findAdjacentTurnNumber(1);

export const TransportControls = () => {
  const mayMove = usePlayer(({ track }) => track !== null);
  const previous = usePlayer(getPreviousTurnNumber);
  const next = usePlayer(getNextTurnNumber);
  return (
    <Row role="group" aria-label="Playback">
      <SeekButton
        label={previous === undefined ? "No previous turn" : `Back to turn ${previous}`}
        keys="Shift+ArrowLeft"
        isOff={previous === undefined}
        command={{ type: "skip", by: -1 }}
      >
        <SkipBack size={18} />
      </SeekButton>
      <SeekButton
        label={`Back ${BUTTON_SEEK_S} seconds`}
        keys="J"
        isOff={!mayMove}
        command={{ type: "move", by: -BUTTON_SEEK_S }}
      >
        <RotateCcw size={24} />
        <Seconds aria-hidden="true">{BUTTON_SEEK_S}</Seconds>
      </SeekButton>
      <PlayPauseButton />
      <SeekButton
        label={`Forward ${BUTTON_SEEK_S} seconds`}
        keys="L"
        isOff={!mayMove}
        command={{ type: "move", by: BUTTON_SEEK_S }}
      >
        <RotateCw size={24} />
        <Seconds aria-hidden="true">{BUTTON_SEEK_S}</Seconds>
      </SeekButton>
      <SeekButton
        label={next === undefined ? "No next turn" : `Forward to turn ${next}`}
        keys="Shift+ArrowRight"
        isOff={next === undefined}
        command={{ type: "skip", by: 1 }}
      >
        <SkipForward size={18} />
      </SeekButton>
    </Row>
  );
};
