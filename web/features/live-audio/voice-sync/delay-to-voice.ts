import type { Debate } from "#shared/contract/debates/debate.ts";
import { NO_JUDGEMENT } from "#shared/domain/debates/judging/sealed-results.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import type { DelayedDebate } from "../live-audio-store.ts";
import type { VoiceSyncPosition } from "./voice-sync-clock.ts";

/**
 * Returns a turn cut to `length` characters and without its judgement, as it was while its text was
 * being written.
 */
const truncateTurn = (turn: Turn, length: number): Turn => ({
  ...turn,
  ...NO_JUDGEMENT,
  status: turn.status === "complete" ? "streaming" : turn.status,
  content: turn.content.slice(0, length),
});

/**
 * A debate as it was during a turn. It is cached, so that the same input returns the same object.
 */
const delayedDebates = new WeakMap<Debate, Map<number, Debate>>();
const getDebateAsOfTurn = (debate: Debate, turnNumber: number): Debate => {
  const debateByTurn = delayedDebates.get(debate) ?? new Map<number, Debate>();
  delayedDebates.set(debate, debateByTurn);
  const { status } = debate;
  const delayedDebate = debateByTurn.get(turnNumber) ?? {
    ...debate,
    status: status === "completed" ? "active" : status,
    currentTurn: Math.min(debate.currentTurn, turnNumber - 1),
    scores: null,
  };
  debateByTurn.set(turnNumber, delayedDebate);
  return delayedDebate;
};

/** Returns a function that cuts a debate to what has been spoken. */
export const createDelayToVoice =
  ({ turnNumber, length }: VoiceSyncPosition) =>
  (debate: Debate, turns: readonly Turn[]): DelayedDebate => ({
    debate: getDebateAsOfTurn(debate, turnNumber),
    turns: turns
      .filter((turn) => turn.turnNumber <= turnNumber)
      .map((turn) => (turn.turnNumber < turnNumber ? turn : truncateTurn(turn, length))),
  });
