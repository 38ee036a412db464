import { useMemo } from "react";
import { CoveredMomentum, MomentumPanel } from "../momentum/momentum-panel.tsx";
import { Reactions } from "../reactions/lazy-reactions.tsx";
import type { DebateViewState } from "./use-debate-view-state.ts";

/**
 * The momentum panel, which shows how the lead of a side changed. It is below the scores in the
 * reading layout, and in the bottom bar on a stage.
 */
export const DebateMomentum = ({ view }: { view: DebateViewState }) => {
  const { id, maxTurns, scores, judge, sentenceReactions } = view.debate;
  const lastTurn = view.scored.at(-1)?.turnNumber ?? 0;
  const audience = useMemo(
    () =>
      sentenceReactions && (
        <Reactions part="line" debateId={id} lastTurn={lastTurn} maxTurns={maxTurns} />
      ),
    [id, lastTurn, maxTurns, sentenceReactions],
  );
  return view.isVisitor ? (
    <CoveredMomentum />
  ) : (
    <MomentumPanel
      audience={audience}
      scored={view.scored}
      maxTurns={maxTurns}
      finalScores={scores}
      judge={judge}
      speakers={view.providers}
      isOver={view.isCompleted}
    />
  );
};
