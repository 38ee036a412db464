import { TriangleAlert } from "lucide-react";
import type { Turn } from "#shared/contract/turn.ts";
import { isRefused } from "#shared/domain/turn.ts";
import { Note } from "./note.tsx";

interface FailureNoteProps {
  failed: Turn | undefined;
  mayRestart: boolean;
}

/**
 * Says that a turn failed, and why. Needed because the failed turn may be out of view; a failed
 * first turn never is.
 */
export const FailureNote = ({ failed, mayRestart }: FailureNoteProps) =>
  failed !== undefined &&
  failed.turnNumber > 1 && (
    <Note>
      <TriangleAlert size={16} aria-hidden="true" />
      <span>
        Turn {failed.turnNumber} failed: {failed.error?.message ?? "it could not be spoken."}
        {!mayRestart && !isRefused(failed.error) && " Its owner can have it tried again."}
      </span>
    </Note>
  );
