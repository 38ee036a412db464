import { Ban, EyeOff } from "lucide-react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { Notice } from "#web/components/ui/feedback/notice.tsx";

/** Says why a debate was refused, or that it is unlisted. */
const ModerationNotice = ({ debate }: { debate: Debate }) => {
  if (debate.refusal !== null)
    return (
      <Notice tone="danger" role="status">
        <Ban size={16} />
        {debate.refusal}
      </Notice>
    );
  return (
    <Notice>
      <EyeOff size={16} />
      Unlisted after a report.
    </Notice>
  );
};

export default ModerationNotice;
