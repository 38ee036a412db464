import { ChevronLeft, ChevronRight } from "lucide-react";
import type { SaidSentence } from "#shared/domain/moment.ts";
import { Button } from "#web/components/ui/button.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { isShareablePassage, type Passage } from "./passage.ts";

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
  said: readonly SaidSentence[];
  passage: Passage;
  end: keyof Passage;
  onMove: (passage: Passage) => void;
}

const NAMES = {
  first: { label: "Begins", before: "Begin a sentence earlier", after: "Begin a sentence later" },
  last: { label: "Ends", before: "End a sentence earlier", after: "End a sentence later" },
} as const;

/** Moves one end of a passage by a sentence, as far as a moment may go. */
export const SentenceSteps = ({ said, passage, end, onMove }: SentenceStepsProps) => {
  const { label, before, after } = NAMES[end];
  const step = (by: 1 | -1) => {
    const moved = { ...passage, [end]: passage[end] + by };
    return { isOff: !isShareablePassage(said, moved), onClick: () => onMove(moved) };
  };
  return (
    <Steps role="group" aria-label={label}>
      <span>
        {label} with sentence {passage[end]} of {said.length}
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
