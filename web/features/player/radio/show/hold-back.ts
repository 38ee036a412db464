import type { Debate } from "#shared/contract/debate.ts";
import type { Turn } from "#shared/contract/turn.ts";
import type { Shown } from "../radio-state.ts";
import type { ShowPlace } from "./show-clock.ts";

const UNJUDGED = { score: null, feedback: null, judge: null, quotes: null };

/** A turn truncated to its first `length` characters, as it was while streaming. */
const saidOf = (turn: Turn, length: number): Turn => ({
  ...turn,
  ...UNJUDGED,
  status: turn.status === "complete" ? "streaming" : turn.status,
  content: turn.content.slice(0, length),
});

/** A debate as of a turn. Cached so that the object's identity stays stable. */
const debates = new WeakMap<Debate, Map<number, Debate>>();
const debateAt = (debate: Debate, turnNumber: number): Debate => {
  const known = debates.get(debate) ?? new Map<number, Debate>();
  debates.set(debate, known);
  const { status } = debate;
  const held = known.get(turnNumber) ?? {
    ...debate,
    status: status === "completed" ? "active" : status,
    currentTurn: Math.min(debate.currentTurn, turnNumber - 1),
    scores: null,
  };
  known.set(turnNumber, held);
  return held;
};

/** Returns a function that truncates a debate to what the voice has reached. */
export const holdBack =
  ({ turnNumber, length }: ShowPlace) =>
  (debate: Debate, turns: readonly Turn[]): Shown => ({
    debate: debateAt(debate, turnNumber),
    turns: turns
      .filter((turn) => turn.turnNumber <= turnNumber)
      .map((turn) => (turn.turnNumber < turnNumber ? turn : saidOf(turn, length))),
  });
