import { ChevronLeft, ChevronRight } from "lucide-react";
import type { Clip } from "#shared/domain/audio/clip.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { isShareableClip, getAdjacentSentence, type TimedTurn } from "../clip-range.ts";

const StepperFrame = styled("div", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "1",
    fontSize: "14",
    "& > span": { flex: "1", fontWeight: 600 },
  },
});

interface ClipEndStepperProps {
  /** The turns that the clip may extend into. */
  turns: readonly TimedTurn[];
  clip: Clip;
  end: keyof Clip;
  onMove: (clip: Clip) => void;
}

const END_LABELS = {
  from: { label: "Start", before: "Start one sentence earlier", after: "Start one sentence later" },
  to: { label: "End", before: "End one sentence earlier", after: "End one sentence later" },
} as const;

/** Moves a clip's start or end by one sentence, across turns, too. Respects the maximum length. */
export const ClipEndStepper = ({ turns, clip, end, onMove }: ClipEndStepperProps) => {
  const { label, before, after } = END_LABELS[end];
  const { turnNumber, sentence } = clip[end];
  const turn = turns.find((each) => each.turnNumber === turnNumber);
  const step = (step: 1 | -1) => {
    const movedClip = { ...clip, [end]: getAdjacentSentence(turns, clip[end], step) };
    return { isOff: !isShareableClip(turns, movedClip), onClick: () => onMove(movedClip) };
  };
  return (
    <StepperFrame role="group" aria-label={label}>
      <span>
        {label}: sentence {sentence} of {turn?.sentences.length}{" "}
        {turns.length > 1 && `(turn ${turnNumber})`}
      </span>
      <Button size="icon" aria-label={before} title={before} {...step(-1)}>
        <ChevronLeft size={18} />
      </Button>
      <Button size="icon" aria-label={after} title={after} {...step(1)}>
        <ChevronRight size={18} />
      </Button>
    </StepperFrame>
  );
};
