import { ChevronLeft, ChevronRight } from "lucide-react";
import type { Moment } from "#shared/domain/moment.ts";
import { Button } from "#web/components/ui/button.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { isShareable, placeBeside, type SaidTurn } from "./passage.ts";

const Steps = styled("div", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "1",
    fontSize: "14",
    "& > span": { flex: "1", fontWeight: 600 },
  },
});

interface SentenceStepsProps {
  /** The turns that the clip may extend into. */
  turns: readonly SaidTurn[];
  moment: Moment;
  end: keyof Moment;
  onMove: (moment: Moment) => void;
}

const NAMES = {
  from: { label: "Begins", before: "Begin a sentence earlier", after: "Begin a sentence later" },
  to: { label: "Ends", before: "End a sentence earlier", after: "End a sentence later" },
} as const;

/** Moves one end of a clip by a sentence, also into the adjacent turn, up to the maximum length. */
export const SentenceSteps = ({ turns, moment, end, onMove }: SentenceStepsProps) => {
  const { label, before, after } = NAMES[end];
  const { turnNumber, sentence } = moment[end];
  const turn = turns.find((each) => each.turnNumber === turnNumber);
  const step = (by: 1 | -1) => {
    const moved = { ...moment, [end]: placeBeside(turns, moment[end], by) };
    return { isOff: !isShareable(turns, moved), onClick: () => onMove(moved) };
  };
  return (
    <Steps role="group" aria-label={label}>
      <span>
        {label} with sentence {sentence} of {turn?.said.length}
        {turns.length > 1 && `, turn ${turnNumber}`}
      </span>
      <Button size="icon" aria-label={before} title={before} {...step(-1)}>
        <ChevronLeft size={18} />
      </Button>
      <Button size="icon" aria-label={after} title={after} {...step(1)}>
        <ChevronRight size={18} />
      </Button>
    </Steps>
  );
};
