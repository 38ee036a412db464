import { useEffect, useMemo, useState } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import {
  findLatestScore,
  findWorriedSide,
  type MoodContext,
  selectMood,
} from "#shared/domain/debates/mood.ts";
import { computeMomentum } from "#shared/domain/debates/judging/momentum.ts";
import { type Scores, getWinner } from "#shared/domain/debates/judging/score.ts";
import { getProviderOfRole, type Role, getRoleOfTurn } from "#shared/domain/debates/side.ts";
import { getNextTurnNumber } from "#shared/domain/debates/turn.ts";
import { findFailedTurn, findTurnInProgress } from "../stepping/turn-progress.ts";
import type { AudibleTurn } from "../debate-slots.ts";
import type { StageSide } from "./stage-bar.tsx";

const NO_SCORES: Scores = { botA: null, botB: null };

/** How long the faces react to a new score. */
const REACTION_MS = 4000;

/** Returns the previous object until the content changes, so that deltas do not cause renders. */
const useStableValue = <Value>(value: Value): Value => {
  const serialized = JSON.stringify(value);
  return useMemo<Value>(() => JSON.parse(serialized), [serialized]);
};

/** True for `REACTION_MS` after the number of scores changed. */
const useHasNewScore = (count: number): boolean => {
  const [seenCount, setSeenCount] = useState(count);
  useEffect(() => {
    const timer = setTimeout(() => setSeenCount(count), REACTION_MS);
    return () => clearTimeout(timer);
  }, [count]);
  return seenCount !== count;
};

/** The side that speaks next; null if no turn can start. */
const getNextSpeaker = (debate: Debate, turns: readonly Turn[]): Role | null => {
  const next = getNextTurnNumber(debate);
  const isBlocked = next === null || debate.refusal !== null || turns.at(-1)?.status === "failed";
  return isBlocked ? null : getRoleOfTurn(next);
};

/**
 * What a side is doing; null if nothing. Names two turns if one is played while another is being
 * written.
 */
const describeActivity = (
  role: Role,
  audibleTurn: AudibleTurn,
  streamingTurn: AudibleTurn,
): string | null => {
  const isWriting = streamingTurn?.role === role;
  if (audibleTurn === null || audibleTurn.turnNumber === streamingTurn?.turnNumber)
    return isWriting ? "speaking" : null;
  const parts = [
    ...(audibleTurn.role === role ? [`playing turn ${audibleTurn.turnNumber}`] : []),
    ...(isWriting ? [`writing turn ${streamingTurn.turnNumber}`] : []),
  ];
  return parts.length > 0 ? parts.join(" · ") : null;
};

const createStageSide = (
  role: Role,
  debate: Debate,
  scores: Scores,
  moodContext: MoodContext,
): Omit<StageSide, "activity"> => ({
  role,
  provider: getProviderOfRole(role, debate),
  mood: selectMood(role, moodContext),
  score: role === "bot_a" ? scores.botA : scores.botB,
  isWinner: moodContext.winner === role,
});

interface StageStateOptions {
  debate: Debate;
  turns: readonly Turn[];
  verdict: {
    /** Whether the viewer may see the winner. */
    isVerdictShown: boolean;
    /** Whether the results are withheld. If so, the faces are neutral. */
    isWithheld: boolean;
  };
  /** The turn whose audio is playing; null if none is. */
  audibleTurn: AudibleTurn;
}

/** The debate's state for the stage. A returned object changes only if its content changes. */
export const useStageState = ({
  debate,
  turns,
  verdict: { isVerdictShown, isWithheld },
  audibleTurn,
}: StageStateOptions) => {
  const judged = useStableValue(
    turns
      .filter(({ status }) => status === "complete")
      .map(({ turnNumber, role, score }) => ({ turnNumber, role, score })),
  );
  const scored = useMemo(() => computeMomentum(judged), [judged]);
  const hasNewScore = useHasNewScore(scored.length);
  const inProgress = findTurnInProgress(turns);
  const streamingTurn = inProgress && inProgress.content !== "" ? inProgress : null;
  // The faces keep reacting to the last score while no turn is in progress.
  const isReacting = hasNewScore || inProgress === undefined;
  const scores = debate.scores ?? scored.at(-1)?.standing ?? NO_SCORES;
  const winner = isVerdictShown && debate.scores ? getWinner(debate.scores) : null;
  const moodContext: MoodContext = {
    speaker: (audibleTurn ?? streamingTurn)?.role ?? null,
    failed: findFailedTurn(turns)?.role,
    latestScore: isReacting && !isWithheld ? findLatestScore(judged) : null,
    winner,
    behind: isWithheld ? null : findWorriedSide(scores),
    isRoast: debate.format === "roast",
  };
  const next = inProgress || audibleTurn ? null : getNextSpeaker(debate, turns);
  const describeWaiting = (role: Role): string | null => {
    if (role === next) return "up next";
    return streamingTurn === null && audibleTurn === null && role === inProgress?.role
      ? "getting ready"
      : null;
  };
  const buildSide = (role: Role): StageSide => ({
    ...createStageSide(role, debate, scores, moodContext),
    activity: describeActivity(role, audibleTurn, streamingTurn) ?? describeWaiting(role),
  });
  const forSide = useStableValue(buildSide("bot_a"));
  const againstSide = useStableValue(buildSide("bot_b"));
  const sides = useMemo(() => [forSide, againstSide] as const, [forSide, againstSide]);
  const speaking = useStableValue(
    inProgress ? { turnNumber: inProgress.turnNumber, role: inProgress.role } : null,
  );
  return { sides, scored, speaking, winner, inProgress };
};
