import { useEffect, useMemo, useState } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { findLatestScore, selectMood, type MoodContext } from "#shared/domain/debates/mood.ts";
import { computeMomentum } from "#shared/domain/debates/momentum.ts";
import { computeMeanScores, type Scores, getWinner } from "#shared/domain/debates/score.ts";
import { getProviderOfRole, type Role, getRoleOfTurn } from "#shared/domain/debates/side.ts";
import { getNextTurnNumber } from "#shared/domain/debates/turn.ts";
import { findTurnInProgress } from "../stepping/turn-progress.ts";
import type { AudibleTurn } from "../debate-slots.ts";
import type { StageSide } from "./stage-bar.tsx";

/** How long a listening side's face reacts to a new score. */
const REACTION_MS = 4000;

/** Returns the previous object while the content is equal, so that deltas do not cause renders. */
const useStableValue = <Value>(value: Value): Value => {
  const said = JSON.stringify(value);
  return useMemo<Value>(() => JSON.parse(said), [said]);
};

/** True for a while after the number of scores changed. */
const useHasNewScore = (count: number): boolean => {
  const [seen, setSeen] = useState(count);
  useEffect(() => {
    const timer = setTimeout(() => setSeen(count), REACTION_MS);
    return () => clearTimeout(timer);
  }, [count]);
  return seen !== count;
};

/** The side to speak next; null while a turn cannot start. */
const getNextSpeaker = (debate: Debate, turns: readonly Turn[]): Role | null => {
  const next = getNextTurnNumber(debate);
  const isTaken = next === null || debate.refusal !== null || turns.at(-1)?.status === "failed";
  return isTaken ? null : getRoleOfTurn(next);
};

/** A side's activity. Playback and writing are named separately if they concern different turns. */
const describeActivity = (role: Role, heard: AudibleTurn, writer: AudibleTurn): string | null => {
  const isWriting = writer?.role === role;
  if (heard === null || heard.turnNumber === writer?.turnNumber)
    return isWriting ? "speaking" : null;
  const parts = [
    ...(heard.role === role ? [`playing turn ${heard.turnNumber}`] : []),
    ...(isWriting ? [`writing turn ${writer.turnNumber}`] : []),
  ];
  return parts.length > 0 ? parts.join(" · ") : null;
};

const createStageSide = (
  role: Role,
  debate: Debate,
  scores: Scores,
  scene: MoodContext,
): Omit<StageSide, "doing"> => ({
  role,
  provider: getProviderOfRole(role, debate),
  mood: selectMood(role, scene),
  score: role === "bot_a" ? scores.botA : scores.botB,
  isWinner: scene.winner === role,
});

interface StageStateOptions {
  debate: Debate;
  turns: readonly Turn[];
  /** Whether the viewer may see the winner. */
  isTold: boolean;
  /** The turn being played; null during silence. */
  heard: AudibleTurn;
}

/** The state of the debate for the stage. The returned objects change only with their content. */
export const useStageState = ({ debate, turns, isTold, heard }: StageStateOptions) => {
  const judged = useStableValue(
    turns
      .filter(({ status }) => status === "complete")
      .map(({ turnNumber, role, score }) => ({ turnNumber, role, score })),
  );
  const scored = useMemo(() => computeMomentum(judged), [judged]);
  const isFresh = useHasNewScore(scored.length);
  const inProgress = findTurnInProgress(turns);
  const writer = inProgress && inProgress.content !== "" ? inProgress : null;
  // While no turn is in progress, both sides react to the last score.
  const isOnMind = isFresh || inProgress === undefined;
  const winner = isTold && debate.scores ? getWinner(debate.scores) : null;
  const scene: MoodContext = {
    speaker: (heard ?? writer)?.role ?? null,
    latestScore: isOnMind ? findLatestScore(judged) : null,
    winner,
  };
  const next = inProgress || heard ? null : getNextSpeaker(debate, turns);
  const scores = debate.scores ?? computeMeanScores(judged);
  const waitingOf = (role: Role): string | null => {
    if (role === next) return "up next";
    return writer === null && heard === null && role === inProgress?.role ? "getting ready" : null;
  };
  const sideOnStage = (role: Role): StageSide => ({
    ...createStageSide(role, debate, scores, scene),
    doing: describeActivity(role, heard, writer) ?? waitingOf(role),
  });
  const forSide = useStableValue(sideOnStage("bot_a"));
  const againstSide = useStableValue(sideOnStage("bot_b"));
  const sides = useMemo(() => [forSide, againstSide] as const, [forSide, againstSide]);
  const speaking = useStableValue(
    inProgress ? { turnNumber: inProgress.turnNumber, role: inProgress.role } : null,
  );
  return { sides, scored, speaking, winner, inProgress };
};
