import { Hourglass } from "lucide-react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { getProviderOfRole, getRoleOfTurn } from "#shared/domain/debates/side.ts";
import { getNextTurnNumber } from "#shared/domain/debates/turn.ts";
import { useProviderOutageMessage } from "#web/components/debate/provider-outage-notice.tsx";
import { ControlNote } from "./control-note.tsx";

interface ProviderOutageNoteProps {
  debate: Debate;
  turns: readonly Turn[];
}

/** Says that the next speaker's provider is down. */
export const ProviderOutageNote = ({ debate, turns }: ProviderOutageNoteProps) => {
  const next = getNextTurnNumber(debate);
  const isStreaming = turns.some(({ status }) => status === "streaming");
  const isTurnRequested = turns.some(({ status }) => status === "pending");
  const speakers =
    next === null || isStreaming ? [] : [getProviderOfRole(getRoleOfTurn(next), debate)];
  const outage = useProviderOutageMessage(
    speakers,

    isTurnRequested ? "Its turn starts as soon as it is back." : undefined,
  );
  if (outage === null) return null;
  return (
    <ControlNote role="status">
      <Hourglass size={16} />
      {outage}
    </ControlNote>
  );
};
