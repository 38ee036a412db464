import { selectRows } from "#infra/db/sql.ts";
import { withAfterCommit } from "#infra/db/transaction.ts";
import { addTurn } from "#infra/services/debates/add-turn.ts";
import {
  TURN_COLUMNS_SQL,
  type TurnColumns,
  presentTurn,
} from "#infra/presenters/turn-presenter.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import type { DebateStatus } from "#shared/domain/debates/debate.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "#api/context.ts";
import { requirePermission } from "../debates/lock-debate.ts";
import { reopenTurn } from "./reopen-turn.ts";
import { requireBudget } from "../debates/require-budget.ts";
import { createTooManyTurnsError } from "./too-many-turns-error.ts";

/** If a concurrent request changes the turn first, the next try reads the turn again. */
const MAX_TRIES = 5;

export const DEBATE_WITH_OPEN_TURN_SQL = `
  SELECT d.user_id AS "userId", d.is_public AS "isPublic",
         d.only_owner_steps AS "onlyOwnerSteps", d.status AS "debateStatus", d.refusal,
         d.max_turns AS "maxTurns", d.current_turn AS "currentTurn", ${TURN_COLUMNS_SQL}
    FROM debates d LEFT JOIN turns t ON t.debate_id = d.id AND t.status <> 'complete'
   WHERE d.id = $1`;

interface DebateWithOpenTurnColumns {
  userId: number;
  isPublic: boolean;
  onlyOwnerSteps: boolean;
  debateStatus: DebateStatus;
  refusal: string | null;
  maxTurns: number;
  currentTurn: number;
}
type DebateWithOpenTurn = DebateWithOpenTurnColumns & (TurnColumns | { id: null });

const hasOpenTurn = (step: DebateWithOpenTurn): step is DebateWithOpenTurnColumns & TurnColumns =>
  step.id !== null;

const findDebateWithOpenTurn = async ({ sql }: Pick<Context, "sql">, debateId: number) => {
  const [step] = await selectRows<DebateWithOpenTurn>(sql, DEBATE_WITH_OPEN_TURN_SQL, [debateId]);
  return step && { ...step, status: step.debateStatus, turn: hasOpenTurn(step) ? step : null };
};

/** Presents a turn in progress. `true` leaves out its judgement, which does not exist yet. */
const presentOpenTurn = (turn: TurnColumns, viewer: SignedInViewer): Turn =>
  presentTurn(turn, viewer, true);

const addNextTurn = async (
  { sql, logger, enqueue, env }: Pick<Context, "env" | "logger" | "sql" | "enqueue">,
  viewer: SignedInViewer,
  id: number,
  step: DebateWithOpenTurnColumns,
): Promise<TurnColumns | null> => {
  if (step.debateStatus === "completed")
    throw new DomainError("conflict", "This debate is completed.");
  await requireBudget(sql, env, { viewer, ownerId: step.userId });
  const requester = { userId: viewer.id, openTurns: env.limits.openTurnsPerUser };
  const added = await withAfterCommit(logger, (after) =>
    addTurn(sql, after, enqueue, { ...step, id }, requester),
  );
  if (added === "busy") throw createTooManyTurnsError(requester);
  return added;
};

/**
 * Requests the debate's next turn, or returns the turn in progress, because a debate has at most
 * one. Takes no lock, except to retry a failed turn. Throws `not_found`, `conflict` if the debate
 * is completed or its topic was refused, `too_many_requests` above the limit of open turns,
 * `spending_limit`, and what `reopenTurn` throws.
 */
export const requestTurn = async (
  context: Pick<Context, "env" | "logger" | "db" | "sql" | "enqueue" | "announce">,
  viewer: SignedInViewer,
  debateId: number,
): Promise<Turn> => {
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const found = await findDebateWithOpenTurn(context, debateId);
    const step = requirePermission(
      viewer,
      found?.turn?.status === "failed" ? "restart" : "step",
      found,
    );
    if (step.refusal !== null) throw new DomainError("conflict", step.refusal);
    if (step.turn && step.turn.status !== "failed") return presentOpenTurn(step.turn, viewer);
    const turn = await (step.turn
      ? reopenTurn(context, viewer, debateId)
      : addNextTurn(context, viewer, debateId, step));
    if (turn) return presentOpenTurn(turn, viewer);
  }
  throw new DomainError("conflict", "This debate has just changed. Please try again.");
};
