import { Suspense, useEffect } from "react";
import { createPortal } from "react-dom";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { useLinkedClip } from "#web/components/debate/use-linked-clip.ts";
import { lazyOptional } from "#web/lib/code-loading/lazy-component.tsx";
import { useIsHydrated } from "#web/lib/browser/hydration.ts";
import { LinkedClip } from "./linked/linked-clip.tsx";
import { closeClipDialog, useClipDialog } from "#web/lib/clip-dialog-store.ts";
import { ShareSelectionButton } from "./selection/share-selection-button.tsx";

const ClipDialog = lazyOptional(() => import("./dialog/clip-dialog.tsx"));

interface ClipLayerProps {
  debate: Debate;
  turns: readonly Turn[];
}

/** Shows the clip in the URL, the button beside selected text, and the clip dialog. */
const ClipLayer = ({ debate, turns }: ClipLayerProps) => {
  const { parameter, view } = useLinkedClip(debate.id);
  const isHydrated = useIsHydrated();
  const sharing = useClipDialog((state) => state.sharing);
  useEffect(() => closeClipDialog, []);
  const turn = turns.find(({ turnNumber }) => turnNumber === sharing?.turnNumber);
  return (
    <>
      {parameter !== undefined && view && (
        <LinkedClip debateId={debate.id} parameter={parameter} view={view} turns={turns} />
      )}
      {isHydrated &&
        createPortal(
          <>
            <ShareSelectionButton turns={turns} />
            <Suspense>
              {sharing && turn && (
                <ClipDialog
                  debate={debate}
                  turn={turn}
                  turns={turns}
                  request={sharing}
                  onClose={closeClipDialog}
                />
              )}
            </Suspense>
          </>,
          document.body,
        )}
    </>
  );
};

export default ClipLayer;
