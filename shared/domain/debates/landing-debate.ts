import { VISITOR_MAX_TURNS } from "../accounts/visitor-limits.ts";
import type { DebateStatus } from "./debate.ts";
import type { TurnType } from "./turn.ts";

/** Minimum number of finished turns of a debate that the landing page replays. */
export const MIN_LANDING_TURNS = 2;

interface LiveCandidate {
  id: number;
  status: DebateStatus;
  turnNumber: number;
  /** Null if there is no text, or visitors may not read it. */
  words: object | null;
}

interface ListedCandidate {
  id: number;
  currentTurn: number;
  isLive: boolean;
}

export interface LandingCandidates {
  live: readonly LiveCandidate[];
  /** The most popular debate first. */
  popular: readonly ListedCandidate[];
  /** The debate that the page shows already. */
  shownId?: number | undefined;
}

/**
 * Selects the debate on the landing page. Keeps the shown debate while it is live. Otherwise
 * selects a live debate, preferably one whose current words visitors may read. Without a live
 * debate, keeps the shown one or selects the most popular finished one. Undefined if there is none.
 */
export const selectLandingDebateId = ({
  live,
  popular,
  shownId,
}: LandingCandidates): number | undefined => {
  const running = live.filter(({ status }) => status !== "completed");
  const selected =
    running.find(({ id }) => id === shownId) ??
    running.find(({ words }) => words !== null) ??
    running.find(({ turnNumber }) => turnNumber > VISITOR_MAX_TURNS);
  if (selected) return selected.id;
  return (
    shownId ??
    popular.find(({ currentTurn, isLive }) => currentTurn >= MIN_LANDING_TURNS && !isLive)?.id
  );
};

/**
 * The turn at which a replay starts: the first rebuttal, where both sides clash. Does not depend
 * on scores, which visitors may not know. Undefined without turns.
 */
export const findReplayStart = <Spoken extends { type: TurnType }>(
  turns: readonly Spoken[],
): Spoken | undefined => turns.find(({ type }) => type === "rebuttal") ?? turns[0];
