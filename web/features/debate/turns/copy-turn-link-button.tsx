import { Link2 } from "lucide-react";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import { useDisabledUntilHydrated } from "#web/lib/browser/hydration.ts";
import { copyTurnLink } from "../share/share-debate.ts";

export const CopyTurnLinkButton = ({ turn }: { turn: Pick<Turn, "debateId" | "turnNumber"> }) => (
  <Button
    variant="ghost"
    {...useDisabledUntilHydrated()}
    aria-label={`Copy link to turn ${turn.turnNumber}`}
    title="Copy link"
    onClick={() => void copyTurnLink(turn.debateId, turn.turnNumber)}
  >
    <Link2 size={16} />
  </Button>
);
