import { type RefObject, Suspense } from "react";
import { lazyInServerHtml } from "#web/lib/code-loading/lazy-component.tsx";
import type { DebateSlots } from "../debate-slots.ts";
import { TurnList } from "../turns/turn-list.tsx";
import { hasLockedTurns } from "../locked-turns.ts";
import { EndMarker, SpeechColumn } from "./debate-layout.tsx";
import { LazyDebateResult } from "./lazy-debate-result.ts";
import type { UnstartedNoteProps } from "./unstarted-note.tsx";
import type { DebateViewState } from "./use-debate-view-state.ts";

/* Rarely needed, so they are loaded separately. */
const VisitorGate = lazyInServerHtml("visitor-gate", () => import("../visitor-gate.tsx"));
const UnstartedNote = lazyInServerHtml<UnstartedNoteProps>(
  "unstarted-note",
  () => import("./unstarted-note.tsx"),
);
const ModerationNotice = lazyInServerHtml(
  "moderation-notice",
  () => import("../moderation/moderation-notice.tsx"),
);

interface DebateSpeechesProps {
  view: DebateViewState;
  slots: DebateSlots;
  speechesRef: RefObject<HTMLElement | null>;
  endRef: RefObject<HTMLDivElement | null>;
  /** Whether the reader follows the end of the text. */
  isAtEnd: boolean;
}

/** The turns, then the result. */
export const DebateSpeeches = (props: DebateSpeechesProps) => {
  const { view, slots, speechesRef, endRef, isAtEnd } = props;
  const { debate, turns, isVisitor, isRefused, layout } = view;
  return (
    <SpeechColumn ref={speechesRef} id="speeches" tabIndex={-1} aria-label="The debate">
      <Suspense>
        {(isRefused || debate.isUnlisted) && <ModerationNotice debate={debate} />}
      </Suspense>
      {turns.length === 0 && !isRefused && (
        <Suspense>
          <UnstartedNote view={view} />
        </Suspense>
      )}
      {!isRefused && (
        <TurnList
          debate={debate}
          turns={turns}
          isJudged={!isVisitor}
          variant={layout}
          folding={view.folding}
          Controls={slots.TurnControls}
        />
      )}
      <Suspense>{hasLockedTurns(isVisitor, debate) && <VisitorGate />}</Suspense>
      <EndMarker ref={endRef} />
      <Suspense>
        {view.isCompleted && !isVisitor && (
          <LazyDebateResult view={view} place="transcript" isAtEnd={isAtEnd} />
        )}
      </Suspense>
    </SpeechColumn>
  );
};
