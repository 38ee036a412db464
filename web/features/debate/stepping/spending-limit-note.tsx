import { Hourglass } from "lucide-react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { describeReachedLimit } from "#shared/domain/billing/spending.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { ControlNote } from "./control-note.tsx";

interface SpendingLimitNoteProps {
  debate: Debate;
  viewer: Viewer;
}

export const SpendingLimitNote = ({ debate, viewer }: SpendingLimitNoteProps) => {
  const { spendingPause, userId } = debate;
  if (!spendingPause) return null;
  return (
    <ControlNote>
      <Hourglass size={16} aria-hidden="true" />
      <span role="status">
        {describeReachedLimit(spendingPause, viewer?.id === userId)} Missing turns, scores and audio
        will follow after midnight UTC.
      </span>
    </ControlNote>
  );
};
