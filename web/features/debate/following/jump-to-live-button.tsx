import { ArrowDown } from "lucide-react";
import { Button } from "#web/components/ui/controls/button.tsx";
import { useFocusFallback } from "#web/lib/browser/use-focus-fallback.ts";

export interface JumpToLiveButtonProps {
  /** Number of the streaming turn. */
  turnNumber: number;
  onJump: () => void;
}

/**
 * Scrolls to the end of the streaming turn. If the button disappears while it has the focus, the
 * turn receives the focus.
 */
const JumpToLiveButton = ({ turnNumber, onJump }: JumpToLiveButtonProps) => (
  <Button
    ref={useFocusFallback<HTMLButtonElement>(`turn-${turnNumber}`)}
    onClick={onJump}
    css={{ boxShadow: "float", bg: "raised" }}
  >
    <ArrowDown size={16} />
    Jump to live: turn {turnNumber}
  </Button>
);

export default JumpToLiveButton;
