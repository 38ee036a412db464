import { useRef, type ComponentProps } from "react";
import { FakeProviderNotice } from "#web/components/debate/fake-provider-notice.tsx";
import { DownloadAndShare } from "../actions/debate-actions.tsx";
import { ScreenReaderAnnouncer } from "../following/screen-reader-announcer.tsx";
import { Lectern } from "../stage/lectern.tsx";
import { useSilentMarker } from "../stage/use-silent-marker.ts";
import { FoldAllButton } from "../turns/fold-all-button.tsx";
import { NOTHING_FOLDED } from "../turns/turn-layout.ts";
import { SignInToVote } from "../voting/winner-vote-card.tsx";
import { DebateEnding, DebateRemarks, DebateStage, LecternGrid } from "./debate-layout.tsx";
import { DebateSpeeches } from "./debate-speeches.tsx";

/** Minimum number of finished turns for the fold button. */
const MIN_FOLDABLE_TURNS = 4;

/** The speeches between the two sides, and what follows them. */
export const DebateMain = (props: ComponentProps<typeof DebateSpeeches>) => {
  const { view, slots, speechesRef } = props;
  const { debate, turns, isVisitor, isCompleted, isStage, layout, scored, verdict } = view;
  const stage = useRef<HTMLDivElement>(null);
  useSilentMarker(stage, view.inProgress?.content.length ?? 0, view.isAudible);
  // A debate in which every turn failed counts as not begun.
  const isBefore = turns.every(({ status }) => status === "failed");
  const finished = turns.filter(({ status }) => status === "complete").length;
  return (
    <DebateStage
      ref={stage}
      variant={layout}
      isScored={!isVisitor}
      isBefore={isBefore}
      isOver={isCompleted}
      data-stage={isStage || undefined}
    >
      <DebateRemarks variant={layout}>
        {view.isRunning && <FakeProviderNotice speakers={view.providers} />}
        {finished >= MIN_FOLDABLE_TURNS && (
          <FoldAllButton container={speechesRef} isFolded={view.folding !== NOTHING_FOLDED} />
        )}
      </DebateRemarks>
      <LecternGrid>
        {isStage &&
          view.sides.map((side) => (
            <Lectern
              key={side.role}
              side={side}
              isScored={!isVisitor && !isBefore}
              scoredTurns={scored.at(-1)?.standing?.turnsEach ?? 0}
            />
          ))}
        <DebateSpeeches {...props} />
      </LecternGrid>
      <ScreenReaderAnnouncer
        debate={debate}
        turns={turns}
        isRequesting={view.nextTurn.isPending}
        viewer={view.viewer}
        isVerdictReady={verdict.isVerdictReady}
        isVerdictShown={verdict.isVerdictShown}
      />
      {isCompleted && (
        <DebateEnding variant={layout}>
          {isVisitor ? (
            <SignInToVote />
          ) : (
            <DownloadAndShare debate={debate} DownloadItems={slots.DownloadItems} />
          )}
        </DebateEnding>
      )}
    </DebateStage>
  );
};
