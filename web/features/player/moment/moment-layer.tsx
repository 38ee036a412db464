import { Suspense, useEffect } from "react";
import { createPortal } from "react-dom";
import type { Debate } from "#shared/contract/debate.ts";
import type { Turn } from "#shared/contract/turn.ts";
import { useLinkedMoment } from "#web/components/debate/linked-moment.ts";
import { splitOptional } from "#web/lib/split.tsx";
import { useIsTakenOver } from "#web/lib/use-browser.ts";
import { LinkedMoment } from "./linked-moment.tsx";
import { endSharing, useMoments } from "./moment-store.ts";
import { SelectionButton } from "./selection-button.tsx";

const MomentDialog = splitOptional(() => import("./moment-dialog.tsx"));

interface MomentLayerProps {
  debate: Debate;
  turns: readonly Turn[];
}

/** The linked clip, the button beside selected text and the clip dialog. */
const MomentLayer = ({ debate, turns }: MomentLayerProps) => {
  const { written, view } = useLinkedMoment(debate.id);
  const isAlive = useIsTakenOver();
  const sharing = useMoments((state) => state.sharing);
  useEffect(() => endSharing, []);
  const turn = turns.find(({ turnNumber }) => turnNumber === sharing?.turnNumber);
  return (
    <>
      {written !== undefined && view && (
        <LinkedMoment debateId={debate.id} written={written} view={view} turns={turns} />
      )}
      {isAlive &&
        createPortal(
          <>
            <SelectionButton turns={turns} />
            <Suspense>
              {sharing && turn && (
                <MomentDialog
                  debate={debate}
                  turn={turn}
                  turns={turns}
                  wanted={sharing}
                  onClose={endSharing}
                />
              )}
            </Suspense>
          </>,
          document.body,
        )}
    </>
  );
};

export default MomentLayer;
