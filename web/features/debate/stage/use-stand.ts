import { useEffect, useMemo, useState } from "react";
import type { Debate } from "#shared/contract/debate.ts";
import type { Turn } from "#shared/contract/turn.ts";
import { lastLanded, moodOf, type OnStage } from "#shared/domain/mood.ts";
import { momentumOf } from "#shared/domain/momentum.ts";
import { meanScores, type Scores, winnerOf } from "#shared/domain/score.ts";
import { providerOf, type Role, roleOfTurn } from "#shared/domain/side.ts";
import { nextTurnNumber } from "#shared/domain/turn.ts";
import { turnInProgress } from "../stepping/progress.ts";
import type { HeardTurn } from "../debate-slots.ts";
import type { SideOnStage } from "./stage-bar.tsx";

/** How long a listening side's face reacts to a new score. */
const REACTION_MS = 4000;

/** Returns the previous object while the content is equal, so that deltas do not cause renders. */
const useStable = <Value>(value: Value): Value => {
  const said = JSON.stringify(value);
  return useMemo<Value>(() => JSON.parse(said), [said]);
};

/** True for a while after the number of scores changed. */
const useIsFresh = (count: number): boolean => {
  const [seen, setSeen] = useState(count);
  useEffect(() => {
    const timer = setTimeout(() => setSeen(count), REACTION_MS);
    return () => clearTimeout(timer);
  }, [count]);
  return seen !== count;
};

/** The side to speak next; null while a turn cannot start. */
const nextUp = (debate: Debate, turns: readonly Turn[]): Role | null => {
  const next = nextTurnNumber(debate);
  const isTaken = next === null || debate.refusal !== null || turns.at(-1)?.status === "failed";
  return isTaken ? null : roleOfTurn(next);
};

/** A side's activity. Playback and writing are named separately if they concern different turns. */
const doingOf = (role: Role, heard: HeardTurn, writer: HeardTurn): string | null => {
  const isWriting = writer?.role === role;
  if (heard === null || heard.turnNumber === writer?.turnNumber)
    return isWriting ? "speaking" : null;
  const parts = [
    ...(heard.role === role ? [`hearing turn ${heard.turnNumber}`] : []),
    ...(isWriting ? [`writing turn ${writer.turnNumber}`] : []),
  ];
  return parts.length > 0 ? parts.join(" · ") : null;
};

const sideOf = (
  role: Role,
  debate: Debate,
  scores: Scores,
  scene: OnStage,
): Omit<SideOnStage, "doing"> => ({
  role,
  provider: providerOf(role, debate),
  mood: moodOf(role, scene),
  score: role === "bot_a" ? scores.botA : scores.botB,
  isWinner: scene.winner === role,
});

interface StandOptions {
  debate: Debate;
  turns: readonly Turn[];
  /** Whether the viewer may see the winner. */
  isTold: boolean;
  /** The turn being played; null during silence. */
  heard: HeardTurn;
}

/** The state of the debate for the stage. The returned objects change only with their content. */
export const useStand = ({ debate, turns, isTold, heard }: StandOptions) => {
  const judged = useStable(
    turns
      .filter(({ status }) => status === "complete")
      .map(({ turnNumber, role, score }) => ({ turnNumber, role, score })),
  );
  const scored = useMemo(() => momentumOf(judged), [judged]);
  const isFresh = useIsFresh(scored.length);
  const inProgress = turnInProgress(turns);
  const writer = inProgress && inProgress.content !== "" ? inProgress : null;
  // While no turn is in progress, both sides react to the last score.
  const isOnMind = isFresh || inProgress === undefined;
  const winner = isTold && debate.scores ? winnerOf(debate.scores) : null;
  const scene: OnStage = {
    speaker: (heard ?? writer)?.role ?? null,
    landed: isOnMind ? lastLanded(judged) : null,
    winner,
  };
  const next = inProgress || heard ? null : nextUp(debate, turns);
  const scores = debate.scores ?? meanScores(judged);
  const waitingOf = (role: Role): string | null => {
    if (role === next) return "up next";
    return writer === null && heard === null && role === inProgress?.role ? "getting ready" : null;
  };
  const sideOnStage = (role: Role): SideOnStage => ({
    ...sideOf(role, debate, scores, scene),
    doing: doingOf(role, heard, writer) ?? waitingOf(role),
  });
  const forSide = useStable(sideOnStage("bot_a"));
  const againstSide = useStable(sideOnStage("bot_b"));
  const sides = useMemo(() => [forSide, againstSide] as const, [forSide, againstSide]);
  const speaking = useStable(
    inProgress ? { turnNumber: inProgress.turnNumber, role: inProgress.role } : null,
  );
  return { sides, scored, speaking, winner, inProgress };
};
