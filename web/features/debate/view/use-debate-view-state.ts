import { NO_JUDGEMENT, withoutLastResults } from "#shared/domain/debates/judging/sealed-results.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import type { AudibleTurn, DisplayedDebate } from "../debate-slots.ts";
import { useVerdictReveal } from "../result/use-verdict-reveal.ts";
import { useStageState } from "../stage/use-stage-state.ts";
import { getStepPermissions } from "../stepping/step-permissions.ts";
import { useOptimisticDebate } from "../stepping/use-optimistic-debate.ts";
import { useInitialLayout } from "./use-initial-layout.ts";

interface DebateViewStateOptions {
  displayed: DisplayedDebate;
  viewer: Viewer;
  audibleTurn: AudibleTurn;
  /** Number of the turn whose judgement is hidden until the scene has shown it; 0 if there is none. */
  heldTurn: number;
}

/** The state that the parts of a debate's page share. */
export const useDebateViewState = (options: DebateViewStateOptions) => {
  const { displayed, viewer, audibleTurn, heldTurn } = options;
  const { autoPlay, nextTurn, ...results } = useOptimisticDebate(displayed);
  const verdict = useVerdictReveal(results.debate, viewer);
  const { debate, turns } =
    verdict.phase === "reveal"
      ? {
          debate: { ...results.debate, scores: null, seal: "decided" as const },
          turns: withoutLastResults(results.turns, results.debate.maxTurns),
        }
      : results;
  const initial = useInitialLayout(debate, turns, viewer === null);
  const stage = useStageState({
    debate,
    turns: turns.map((turn) =>
      turn.turnNumber === heldTurn ? { ...turn, ...NO_JUDGEMENT } : turn,
    ),
    verdict,
    audibleTurn,
  });
  const isRefused = debate.refusal !== null;
  // A refused debate never has a running turn.
  const isStage = initial.isStage && !isRefused;
  return {
    ...initial,
    ...stage,
    ...getStepPermissions(debate, turns, viewer),
    debate,
    turns,
    /**
     * Debate and turns with all results. While the page reveals the results step by step, `debate`
     * and `turns` lack the final scores and the last turns' scores.
     */
    results,
    viewer,
    verdict,
    autoPlay,
    nextTurn,
    isAudible: audibleTurn !== null,
    isVisitor: viewer === null,
    isCompleted: debate.status === "completed",
    /** Whether the debate can be played as a scene: it is finished, and no vote is asked for. */
    canWatch: debate.status === "completed" && !isRefused && !verdict.hasPrompt,
    /** Whether a provider or the moderation refused the topic. */
    isRefused,
    isStage,
    layout: isStage ? ("stage" as const) : ("reading" as const),
    providers: [debate.botAProvider, debate.botBProvider] as const,
  };
};

export type DebateViewState = ReturnType<typeof useDebateViewState>;
