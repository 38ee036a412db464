import { CoveredMomentum, MomentumPanel } from "../momentum/momentum-panel.tsx";
import type { DebateViewState } from "./use-debate-view-state.ts";

/** The momentum panel: below the scores in the reading layout, in the bottom bar on a stage. */
export const DebateMomentum = ({ view }: { view: DebateViewState }) =>
  view.isVisitor ? (
    <CoveredMomentum />
  ) : (
    <MomentumPanel
      scored={view.scored}
      maxTurns={view.debate.maxTurns}
      finalScores={view.debate.scores}
      judge={view.debate.judge}
      speakers={view.providers}
      isOver={view.isCompleted}
    />
  );
