import { Coins, Hourglass, TriangleAlert } from "lucide-react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { describeReachedLimit } from "#shared/domain/billing/spending.ts";
import { isRefusedByProvider } from "#shared/domain/debates/turn.ts";
import { ControlNote } from "./control-note.tsx";

interface ProblemNotesProps {
  debate: Debate;
  /** The failed turn, if it may be out of view. */
  failedTurn: Turn | undefined;
  isOwner: boolean;
  /** Whether the viewer may request the next turn, or the failed one again. */
  mayStep: boolean;
}

/** Says why a debate does not go on, and that its credit was refunded. */
const ProblemNotes = ({ debate, failedTurn, isOwner, mayStep }: ProblemNotesProps) => (
  <>
    {failedTurn && (
      <ControlNote>
        <TriangleAlert size={16} aria-hidden="true" />
        <span>
          Turn {failedTurn.turnNumber} failed:{" "}
          {failedTurn.error?.message ?? "something went wrong."}
          {!mayStep && !isRefusedByProvider(failedTurn.error) && " Its owner can try again."}
        </span>
      </ControlNote>
    )}
    {debate.refunded && isOwner && debate.refusal === null && (
      <ControlNote>
        <Coins size={16} />
        Your credit is back.{mayStep && " Trying again costs 1 credit."}
      </ControlNote>
    )}
    {debate.spendingPause && (
      <ControlNote>
        <Hourglass size={16} aria-hidden="true" />
        <span role="status">
          {describeReachedLimit(debate.spendingPause, isOwner)} Missing turns, scores and audio will
          follow after midnight UTC.
        </span>
      </ControlNote>
    )}
  </>
);

export default ProblemNotes;
