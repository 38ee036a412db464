import { Hourglass } from "lucide-react";
import type { Debate } from "#shared/contract/debate.ts";
import type { Turn } from "#shared/contract/turn.ts";
import { providerOf, roleOfTurn } from "#shared/domain/side.ts";
import { nextTurnNumber } from "#shared/domain/turn.ts";
import { useOutage } from "#web/components/debate/outage-notice.tsx";
import { Note } from "./note.tsx";

interface OutageNoteProps {
  debate: Debate;
  turns: readonly Turn[];
}

/** Says that the next speaker's provider is down. */
export const OutageNote = ({ debate, turns }: OutageNoteProps) => {
  const next = nextTurnNumber(debate);
  const isSpoken = turns.some(({ status }) => status === "streaming");
  const isAsked = turns.some(({ status }) => status === "pending");
  const speakers = next === null || isSpoken ? [] : [providerOf(roleOfTurn(next), debate)];
  const outage = useOutage(speakers, isAsked ? "its turn waits for it" : undefined);
  if (outage === null) return null;
  return (
    <Note role="status">
      <Hourglass size={16} />
      {outage}
    </Note>
  );
};
