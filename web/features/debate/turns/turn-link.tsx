import { Link2 } from "lucide-react";
import type { Turn } from "#shared/contract/turn.ts";
import { Button } from "#web/components/ui/button.tsx";
import { useUntilAlive } from "#web/lib/use-browser.ts";
import { copyTurnLink } from "../share/share-debate.ts";

export const TurnLink = ({ turn }: { turn: Pick<Turn, "debateId" | "turnNumber"> }) => (
  <Button
    look="ghost"
    {...useUntilAlive()}
    aria-label={`Copy link to turn ${turn.turnNumber}`}
    title="Copy link"
    onClick={() => void copyTurnLink(turn.debateId, turn.turnNumber)}
  >
    <Link2 size={16} />
  </Button>
);
