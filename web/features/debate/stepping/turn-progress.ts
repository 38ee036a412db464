import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { NO_JUDGEMENT } from "#shared/domain/debates/judging/sealed-results.ts";
import { getRoleOfTurn } from "#shared/domain/debates/side.ts";
import { getTurnType } from "#shared/domain/debates/turn.ts";

/** The pending or streaming turn; undefined if there is none. */
export const findTurnInProgress = (turns: readonly Turn[]): Turn | undefined =>
  turns.find(({ status }) => status === "pending" || status === "streaming");

/**
 * Number of the turn in progress or of the last finished one. The end of a turn may reach `debate`
 * and `turns` at different times, so the larger number counts.
 */
export const getReachedTurnNumber = (
  { currentTurn }: Pick<Debate, "currentTurn">,
  turns: readonly Turn[],
): number =>
  findTurnInProgress(turns)?.turnNumber ??
  Math.max(
    currentTurn,
    ...turns.filter(({ status }) => status === "complete").map((turn) => turn.turnNumber),
  );

/** The last turn, if it failed. */
export const findFailedTurn = (turns: readonly Turn[]): Turn | undefined => {
  const last = turns.at(-1);
  return last?.status === "failed" ? last : undefined;
};

const NO_AUDIO: Turn["audio"] = { status: "none", durationMs: null, version: 0 };

/**
 * Returns the turns as the page shows them between the request for a turn and the server's
 * response: a failed last turn becomes pending; otherwise a pending turn is added. While a turn is
 * in progress, nothing changes.
 */
export const withRequestedTurn = (
  debate: Pick<Debate, "id" | "currentTurn" | "maxTurns">,
  turns: readonly Turn[],
): readonly Turn[] => {
  if (findTurnInProgress(turns)) return turns;
  const failed = findFailedTurn(turns);
  if (failed) return [...turns.slice(0, -1), { ...failed, status: "pending", error: null }];
  const turnNumber = getReachedTurnNumber(debate, turns) + 1;
  if (turnNumber > debate.maxTurns) return turns;
  const requested: Turn = {
    id: 0,
    debateId: debate.id,
    turnNumber,
    role: getRoleOfTurn(turnNumber),
    type: getTurnType(turnNumber, debate.maxTurns),
    status: "pending",
    attempt: 0,
    content: "",
    error: null,
    isHidden: false,
    model: null,
    audio: NO_AUDIO,
    ...NO_JUDGEMENT,
  };
  return [...turns, requested];
};
