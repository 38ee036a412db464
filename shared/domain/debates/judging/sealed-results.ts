import type { DebateStatus } from "../debate.ts";

/**
 * How long after the end of a debate its results stay sealed, in milliseconds. Sealed results are
 * hidden from members who have neither voted nor skipped the vote.
 */
export const SEAL_LIFETIME_MS = 10 * 60_000;

/** The results of this many last turns can be sealed, and those of earlier turns cannot. */
export const SEALED_TURNS = 2;

/**
 * While results are sealed, a member who has neither voted nor skipped the vote only learns whether
 * the judge has decided.
 */
export const SEAL_STATES = ["judging", "decided"] as const;
export type SealState = (typeof SEAL_STATES)[number];

/** The values of a debate that decide whether its results are hidden until the viewer votes. */
export interface SealSubject {
  status: DebateStatus;
  /** When the last turn was completed; null if unknown. */
  spokenAt: Date | null;
}

/**
 * Whether results are sealed for members who have neither voted nor skipped the vote: while the
 * debate runs, and for `SEAL_LIFETIME_MS` after its end. `now` is in milliseconds since 1970.
 * `infra/db/debates/sealed-results-sql.ts` contains the same rule in SQL.
 */
export const isSealInForce = ({ status, spokenAt }: SealSubject, now: number): boolean =>
  status !== "completed" || (spokenAt !== null && now - spokenAt.getTime() < SEAL_LIFETIME_MS);

/** Whether a turn is one of the last `SEALED_TURNS`. */
export const isSealedTurn = (turnNumber: number, maxTurns: number): boolean =>
  turnNumber > maxTurns - SEALED_TURNS;

/**
 * What a member learns while results are sealed. `decided` also means that the judge has given up,
 * in which case `reasoning` is empty.
 */
export const getSealState = (scores: { reasoning: string | null } | null): SealState =>
  scores === null || scores.reasoning === null ? "judging" : "decided";

/** The judgement of a turn whose results the viewer may not see. */
export const NO_JUDGEMENT = {
  score: null,
  ruling: null,
  feedback: null,
  judge: null,
  judgeModel: null,
  quotes: null,
} as const;

/** Returns the turns. The last `SEALED_TURNS` of them lack their judgement. */
export const withoutLastResults = <Turn extends { turnNumber: number }>(
  turns: readonly Turn[],
  maxTurns: number,
): Turn[] =>
  turns.map((turn) =>
    isSealedTurn(turn.turnNumber, maxTurns) ? { ...turn, ...NO_JUDGEMENT } : turn,
  );
