import { Hourglass } from "lucide-react";
import type { Debate } from "#shared/contract/debate.ts";
import { limitReached } from "#shared/domain/spending.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import { Note } from "./note.tsx";

interface LimitNoteProps {
  debate: Debate;
  viewer: Viewer;
}

export const LimitNote = ({ debate, viewer }: LimitNoteProps) => {
  const { spendingPause, userId } = debate;
  if (!spendingPause) return null;
  return (
    <Note>
      <Hourglass size={16} aria-hidden="true" />
      <span role="status">
        {limitReached(spendingPause, viewer?.id === userId)} Missing turns, scores and audio follow
        after midnight UTC.
      </span>
    </Note>
  );
};
