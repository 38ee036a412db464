import { RotateCcw, RotateCw, SkipBack, SkipForward } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#web/components/ui/button.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import type { PlayerCommand, PlayerState } from "../player-state.ts";
import { tell, usePlayer } from "../player-store.ts";
import { MOVE_STEP_S } from "../seek-step.ts";
import { PlayPause } from "./play-pause.tsx";

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

const STEP = {
  position: "relative",
  "& svg": { flexShrink: 0 },
} as const;

interface StepButtonProps {
  label: string;
  keys: string;
  isOff: boolean;
  command: PlayerCommand;
  children: ReactNode;
}

const StepButton = ({ label, keys, isOff, command, children }: StepButtonProps) => (
  <Button
    look="ghost"
    size="icon"
    css={STEP}
    aria-label={label}
    title={label}
    aria-keyshortcuts={keys}
    isOff={isOff}
    onClick={() => tell(command)}
  >
    {children}
  </Button>
);

const turnBeside =
  (by: 1 | -1) =>
  ({ track, playlist: { tracks } }: PlayerState): number | undefined => {
    const at = tracks.findIndex(({ turnId }) => turnId === track?.turnId);
    return at < 0 ? undefined : tracks[at + by]?.turnNumber;
  };
const previousTurn = turnBeside(-1);
const nextTurn = turnBeside(1);

/** Play and pause, skipping turns, and seeking by seconds. */
export const Transport = () => {
  const mayMove = usePlayer(({ track }) => track !== null);
  const previous = usePlayer(previousTurn);
  const next = usePlayer(nextTurn);
  return (
    <Row role="group" aria-label="Playback">
      <StepButton
        label={previous === undefined ? "No turn before" : `Back to turn ${previous}`}
        keys="Shift+ArrowLeft"
        isOff={previous === undefined}
        command={{ type: "skip", by: -1 }}
      >
        <SkipBack size={18} />
      </StepButton>
      <StepButton
        label={`Back ${MOVE_STEP_S} seconds`}
        keys="J"
        isOff={!mayMove}
        command={{ type: "move", by: -MOVE_STEP_S }}
      >
        <RotateCcw size={24} />
        <Seconds aria-hidden="true">{MOVE_STEP_S}</Seconds>
      </StepButton>
      <PlayPause />
      <StepButton
        label={`Forward ${MOVE_STEP_S} seconds`}
        keys="L"
        isOff={!mayMove}
        command={{ type: "move", by: MOVE_STEP_S }}
      >
        <RotateCw size={24} />
        <Seconds aria-hidden="true">{MOVE_STEP_S}</Seconds>
      </StepButton>
      <StepButton
        label={next === undefined ? "No turn after" : `On to turn ${next}`}
        keys="Shift+ArrowRight"
        isOff={next === undefined}
        command={{ type: "skip", by: 1 }}
      >
        <SkipForward size={18} />
      </StepButton>
    </Row>
  );
};
