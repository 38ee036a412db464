import { Coins, Hourglass, TriangleAlert } from "lucide-react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { describeReachedLimit } from "#shared/domain/billing/spending.ts";
import { getProviderOfRole } from "#shared/domain/debates/side.ts";
import { isRefusedByProvider } from "#shared/domain/debates/turn.ts";
import { ControlNote } from "./control-note.tsx";
import { NextAttemptLinks } from "./next-attempt-links.tsx";

interface ProblemNotesProps {
  debate: Debate;
  failedTurn: Turn | undefined;
  /** Whether to say that the credit was refunded. */
  isRefunded: boolean;
  isOwner: boolean;
  /** Whether the viewer may request the next turn, or the failed one again. */
  mayStep: boolean;
}

/** Says why a debate does not go on, and that its credit was refunded. */
const ProblemNotes = (props: ProblemNotesProps) => {
  const { debate, failedTurn, isRefunded, isOwner, mayStep } = props;
  const refusedTurn = isRefusedByProvider(failedTurn?.error ?? null) ? failedTurn : undefined;
  return (
    <>
      {/* No note is needed for a failed first turn, because it is always in view. */}
      {failedTurn && failedTurn.turnNumber > 1 && (
        <ControlNote>
          <TriangleAlert size={16} aria-hidden="true" />
          <span>
            Turn {failedTurn.turnNumber} failed:{" "}
            {failedTurn.error?.message ?? "something went wrong."}
            {!mayStep && !isRefusedByProvider(failedTurn.error) && " Its owner can try again."}
          </span>
        </ControlNote>
      )}
      {isOwner && refusedTurn && (
        <ControlNote>
          <NextAttemptLinks
            debate={debate}
            refusedBy={getProviderOfRole(refusedTurn.role, debate)}
          />
        </ControlNote>
      )}
      {isOwner && debate.refusal !== null && (
        <ControlNote>
          <NextAttemptLinks debate={debate} refusedBy={null} />
        </ControlNote>
      )}
      {isRefunded && isOwner && debate.refusal === null && (
        <ControlNote>
          <Coins size={16} />
          Your credit is back.{mayStep && " Trying again costs 1\u00a0credit."}
        </ControlNote>
      )}
      {debate.spendingPause && (
        <ControlNote>
          <Hourglass size={16} aria-hidden="true" />
          <span role="status">
            {describeReachedLimit(debate.spendingPause, isOwner)} Missing turns, scores and audio
            will follow after midnight UTC.
          </span>
        </ControlNote>
      )}
    </>
  );
};

export default ProblemNotes;
