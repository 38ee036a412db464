import { select } from "#infra/db/sql.ts";
import { withEffects } from "#infra/db/transaction.ts";
import { addTurn } from "#infra/operations/add-turn.ts";
import { TURN_COLUMNS, type TurnColumns, turnView } from "#infra/views/turn-view.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { Turn } from "#shared/contract/turn.ts";
import type { DebateStatus } from "#shared/domain/debate.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import { permit } from "./lock-debate.ts";
import { reopenTurn } from "./reopen-turn.ts";
import { requireBudget } from "./require-budget.ts";
import { tooManyTurns } from "./too-many-turns.ts";

/** Tries. After a lost race the next try reads the winner's turn. */
const LOOKS = 5;

export const STEP = `
  SELECT d.user_id AS "userId", d.is_public AS "isPublic",
         d.only_owner_steps AS "onlyOwnerSteps", d.status AS "debateStatus", d.refusal,
         d.max_turns AS "maxTurns", d.current_turn AS "currentTurn", ${TURN_COLUMNS}
    FROM debates d LEFT JOIN turns t ON t.debate_id = d.id AND t.status <> 'complete'
   WHERE d.id = $1`;

interface StepColumns {
  userId: number;
  isPublic: boolean;
  onlyOwnerSteps: boolean;
  debateStatus: DebateStatus;
  refusal: string | null;
  maxTurns: number;
  currentTurn: number;
}
type Step = StepColumns & (TurnColumns | { id: null });

const hasTurn = (step: Step): step is StepColumns & TurnColumns => step.id !== null;

const findStep = async ({ reads }: Context, debateId: number) => {
  const [step] = await select<Step>(reads, STEP, [debateId]);
  return step && { ...step, status: step.debateStatus, turn: hasTurn(step) ? step : null };
};

const addNext = async (
  { reads, logger, enqueue, env }: Context,
  viewer: SignedIn,
  id: number,
  step: StepColumns,
): Promise<TurnColumns | null> => {
  if (step.debateStatus === "completed")
    throw new DomainError("conflict", "This debate is completed.");
  await requireBudget(reads, env, { viewer, ownerId: step.userId });
  const asker = { userId: viewer.id, openTurns: env.limits.openTurnsPerUser };
  const added = await withEffects(logger, (after) =>
    addTurn(reads, after, enqueue, { ...step, id }, asker),
  );
  if (added === "busy") throw tooManyTurns(asker);
  return added;
};

/**
 * Requests the debate's next turn, or returns the one in progress: a debate has at most one. Takes
 * no lock, except to retry a failed turn. Throws not_found, conflict if the debate is completed or
 * its topic was refused, too_many_requests above the limit of open turns, spending_limit, and what
 * `reopenTurn` throws.
 */
export const requestTurn = async (
  context: Context,
  viewer: SignedIn,
  debateId: number,
): Promise<Turn> => {
  for (let look = 0; look < LOOKS; look++) {
    const found = await findStep(context, debateId);
    const step = permit(viewer, found?.turn?.status === "failed" ? "restart" : "step", found);
    if (step.refusal !== null) throw new DomainError("conflict", step.refusal);
    if (step.turn && step.turn.status !== "failed") return turnView(step.turn, viewer);
    const turn = await (step.turn
      ? reopenTurn(context, viewer, debateId)
      : addNext(context, viewer, debateId, step));
    if (turn) return turnView(turn, viewer);
  }
  throw new DomainError("conflict", "This debate is moving on too fast. Please try again.");
};
