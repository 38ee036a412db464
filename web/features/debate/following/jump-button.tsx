import { ArrowDown } from "lucide-react";
import { Button } from "#web/components/ui/button.tsx";
import { useFocusFallback } from "#web/lib/use-focus-fallback.ts";

interface JumpButtonProps {
  /** The turn that is being spoken. */
  turnNumber: number;
  onJump: () => void;
}

/** Takes who has gone back to the words of now; once they are there, it goes, and the focus to the turn. */
export const JumpButton = ({ turnNumber, onJump }: JumpButtonProps) => (
  <Button
    ref={useFocusFallback<HTMLButtonElement>(`turn-${turnNumber}`)}
    onClick={onJump}
    css={{ boxShadow: "float", bg: "raised" }}
  >
    <ArrowDown size={16} />
    Jump to live: turn {turnNumber}
  </Button>
);
