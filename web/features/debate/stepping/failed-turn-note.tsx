import { Coins, TriangleAlert } from "lucide-react";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { isRefusedByProvider } from "#shared/domain/debates/turn.ts";
import { ControlNote } from "./control-note.tsx";

interface FailedTurnNoteProps {
  turn: Turn | undefined;
  mayRetry: boolean;
}

/**
 * Says that a turn failed, and why, because the failed turn may be out of view. The first turn is
 * always in view and needs no note.
 */
export const FailedTurnNote = ({ turn, mayRetry }: FailedTurnNoteProps) =>
  turn !== undefined &&
  turn.turnNumber > 1 && (
    <ControlNote>
      <TriangleAlert size={16} aria-hidden="true" />
      <span>
        Turn {turn.turnNumber} failed: {turn.error?.message ?? "something went wrong."}
        {!mayRetry && !isRefusedByProvider(turn.error) && " Its owner can try again."}
      </span>
    </ControlNote>
  );

/** Tells the owner that the credit was refunded after the first turn failed permanently. */
export const RefundNote = ({ mayRestart }: { mayRestart: boolean }) => (
  <ControlNote>
    <Coins size={16} />
    Your credit is back.{mayRestart && " Trying again costs 1 credit."}
  </ControlNote>
);
