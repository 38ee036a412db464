import { Suspense, useRef, type ComponentProps } from "react";
import { Button } from "#web/components/ui/controls/button.tsx";
import { lazyInServerHtml } from "#web/lib/code-loading/lazy-component.tsx";
import { DownloadAndShare } from "../actions/debate-actions.tsx";
import { ScreenReaderAnnouncer } from "../following/screen-reader-announcer.tsx";
import { useSilentMarker } from "../stage/use-silent-marker.ts";
import type { FoldAllButtonProps } from "../turns/fold-all-button.tsx";
import type { SignInToVoteProps } from "../voting/sign-in-to-vote.tsx";
import { SwingPart } from "../swing/lazy-swing.tsx";
import { NOTHING_FOLDED } from "../turns/turn-layout.ts";
import { DebateRemarks, DebateStage } from "./debate-layout.tsx";
import { DebateSpeeches } from "./debate-speeches.tsx";

/* Appears only after `MIN_FOLDABLE_TURNS` turns, so it is loaded separately. */
const FoldAllButton = lazyInServerHtml<FoldAllButtonProps>(
  "fold-all-button",
  () => import("../turns/fold-all-button.tsx"),
);

/* Loaded separately, because a running debate has no vote. */
const SignInToVote = lazyInServerHtml<SignInToVoteProps>(
  "sign-in-to-vote",
  () => import("../voting/sign-in-to-vote.tsx"),
);

/** Minimum number of finished turns for the fold button. */
const MIN_FOLDABLE_TURNS = 4;

/** The speeches and what follows them. */
export const DebateMain = (props: ComponentProps<typeof DebateSpeeches>) => {
  const { view, slots, speechesRef } = props;
  const { debate, turns, isVisitor, isCompleted, isStage, layout, verdict } = view;
  const stage = useRef<HTMLDivElement>(null);
  useSilentMarker(stage, view.inProgress?.content.length ?? 0, view.isAudible);
  const finished = turns.filter(({ status }) => status === "complete").length;
  return (
    <DebateStage
      ref={stage}
      variant={layout}
      isOver={isCompleted}
      data-stage={isStage || undefined}
    >
      <DebateRemarks variant={layout}>
        {finished >= MIN_FOLDABLE_TURNS && (
          <Suspense fallback={<Button variant="ghost" isOff />}>
            <FoldAllButton container={speechesRef} isFolded={view.folding !== NOTHING_FOLDED} />
          </Suspense>
        )}
      </DebateRemarks>
      <DebateSpeeches {...props} />
      <ScreenReaderAnnouncer
        debate={debate}
        turns={turns}
        isRequesting={view.nextTurn.isPending}
        viewer={view.viewer}
        isVerdictReady={verdict.isVerdictReady}
        isVerdictShown={verdict.isVerdictShown}
      />
      {isStage && !isVisitor && <SwingPart part="seen" view={view} />}
      {isCompleted && (
        <div>
          {isVisitor ? (
            <Suspense>
              <SignInToVote debate={debate} />
            </Suspense>
          ) : (
            <DownloadAndShare debate={debate} DownloadItems={slots.DownloadItems} />
          )}
        </div>
      )}
    </DebateStage>
  );
};
