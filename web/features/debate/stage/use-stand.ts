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

/** How long a side that listens shows what it makes of a score. */
const REACTION_MS = 4000;

/** The same object as before while it says the same: a turn that grows changes little else. */
const useStable = <Value>(value: Value): Value => {
  const said = JSON.stringify(value);
  return useMemo<Value>(() => JSON.parse(said), [said]);
};

/** Whether a score has just come. */
const useIsFresh = (count: number): boolean => {
  const [seen, setSeen] = useState(count);
  useEffect(() => {
    const timer = setTimeout(() => setSeen(count), REACTION_MS);
    return () => clearTimeout(timer);
  }, [count]);
  return seen !== count;
};

/** Who has the floor next, while nobody does. */
const nextUp = (debate: Debate, turns: readonly Turn[]): Role | null => {
  const next = nextTurnNumber(debate);
  const isTaken = next === null || debate.refusal !== null || turns.at(-1)?.status === "failed";
  return isTaken ? null : roleOfTurn(next);
};

/** What a side does just now. What is heard is said apart from what is being written. */
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
  /** Whether the viewer is told who has won. */
  isTold: boolean;
  /** The turn that is heard now, where a recording plays. */
  heard: HeardTurn;
}

/** How the debate stands, as its stage shows it. What it returns changes only when that does. */
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
  // While nobody speaks, a score is what both have in mind.
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
