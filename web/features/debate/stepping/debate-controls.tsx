import { FastForward, Pause, RotateCcw, SkipForward } from "lucide-react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { WideScreenText } from "#web/components/ui/content/typography.tsx";
import { Button } from "#web/components/ui/controls/button.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useDisabledUntilHydrated } from "#web/lib/browser/hydration.ts";
import { useFocusFallback } from "#web/lib/browser/use-focus-fallback.ts";
import { findFailedTurn, findTurnInProgress } from "./turn-progress.ts";
import { AUTO_PLAY_NOTE_ID } from "./auto-play-note.tsx";
import type { AutoPlayMutation } from "./use-auto-play.ts";
import type { NextTurnMutation } from "./use-request-next-turn.ts";

const Bar = styled("div", {
  base: {
    display: "flex",
    alignItems: "center",
    justifyContent: "flex-end",
    gap: "2",
    "& button": { px: { base: "3", md: "4" }, flexShrink: 1 },
  },
});

/* Looks pressed, but without `aria-pressed`, because the label already says what a click does. */
const PRESSED_STYLE = { borderColor: "ink", bg: "raised" };

interface DebateControlsProps {
  debate: Debate;
  turns: readonly Turn[];
  /** Whether the viewer sees the scene, which has its own button to try a failed turn again. */
  isSceneVisible: boolean;
  nextTurn: NextTurnMutation;
  /** Whether the viewer may pause a running Auto-Play. */
  mayPause: boolean;
  autoPlay: AutoPlayMutation;
  onRequestTurn: () => void;
  /** Called when the viewer turns Auto-Play on, to scroll to the current turn. */
  onFollow: () => void;
}

/** The controls of a running debate, within the thumb's reach on phones. */
export const DebateControls = (props: DebateControlsProps) => {
  const { debate, turns, isSceneVisible, nextTurn, autoPlay, mayPause, onRequestTurn, onFollow } =
    props;
  const { maxTurns } = debate;
  const isOn = debate.autoPlay.on;
  const turnInProgress = findTurnInProgress(turns);
  const isPending = nextTurn.isPending || turnInProgress !== undefined;
  const hydrationProps = useDisabledUntilHydrated();
  const hasFailed = findFailedTurn(turns) !== undefined;
  const isRetry = hasFailed && !isSceneVisible;
  const bar = useFocusFallback<HTMLDivElement>(isSceneVisible ? "scene" : `turn-${maxTurns}`);
  return (
    <Bar ref={bar} role="group" aria-label="Debate controls">
      <Button variant="solid" {...hydrationProps} isOff={isPending} onClick={onRequestTurn}>
        {isRetry ? <RotateCcw size={16} /> : <SkipForward size={16} />}
        {isRetry ? "Try again" : "Next Turn"}
      </Button>
      <Button
        css={isOn ? PRESSED_STYLE : {}}
        {...hydrationProps}
        isOff={autoPlay.isPending || (isOn ? !mayPause : hasFailed)}
        aria-describedby={isOn && !mayPause ? AUTO_PLAY_NOTE_ID : undefined}
        onClick={() => {
          autoPlay.mutate(!isOn);
          if (!isOn) onFollow();
        }}
      >
        {isOn ? <Pause size={16} /> : <FastForward size={16} />}
        <WideScreenText>{isOn ? "Pause Auto-Play" : "Enable Auto-Play"}</WideScreenText>
      </Button>
    </Bar>
  );
};
