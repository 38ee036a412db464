import { Debate } from "#infra/db/entities/debate.ts";
import type { Locked } from "#infra/db/locks.ts";
import { change, select } from "#infra/db/sql.ts";
import { type AfterCommit, transact, type Tx } from "#infra/db/transaction.ts";
import { TURN_COLUMNS, type TurnColumns } from "#infra/views/turn-view.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { TurnError } from "#shared/contract/turn.ts";
import { isRefused, TURN_REQUESTS } from "#shared/domain/turn.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import { chargeDebate } from "./charge-debate.ts";
import { type DebateToChange, lockDebate } from "./lock-debate.ts";
import { requireBudget } from "./require-budget.ts";
import { tooManyTurns } from "./too-many-turns.ts";

interface FailedTurn {
  id: number;
  error: TurnError | null;
  requests: number;
}

const FAILED = `SELECT id, error, requests FROM turns WHERE debate_id = $1 AND status = 'failed'`;

/**
 * Throws conflict if a retry would fail again (the provider refused the content) or the turn has no
 * tries left.
 */
const requireRestartable = ({ error, requests }: FailedTurn): void => {
  if (isRefused(error))
    throw new DomainError(
      "conflict",
      `${error?.message ?? ""} Asked the same again, it would say so again: start a new debate.`,
    );
  if (requests >= TURN_REQUESTS)
    throw new DomainError(
      "conflict",
      `This turn has been tried ${TURN_REQUESTS} times. It is not tried again.`,
    );
};

const UNDER_WAY = `SELECT turns_under_way($1) AS open`;

/**
 * Resets a turn to pending. The attempt number and the number of requests are kept, because they
 * fence old workers and limit tries.
 */
const REOPEN = `
  UPDATE turns t SET status = 'pending', content = '', error = NULL, failures = 0, run_at = now(),
         asked_by = $2, priority = $3
   WHERE id = $1 RETURNING ${TURN_COLUMNS}`;

/**
 * Charges a refunded debate again before it restarts. Only the owner, who got the refund, can do
 * this.
 */
const chargeAgain = async (
  { announce }: Context,
  viewer: SignedIn,
  debate: Locked<DebateToChange>,
  tx: Tx,
  after: AfterCommit,
): Promise<void> => {
  if (viewer.id !== debate.userId)
    throw new DomainError("conflict", "This debate was refunded. Only its owner can restart it.");
  const again = { refunded: false, charges: debate.charges + 1 };
  const credits = await chargeDebate(tx, { ...debate, ...again });
  await tx.update(Debate, debate.id, again);
  after(() => announce.creditsUpdated(debate.userId, credits));
  after(() => announce.debateUpdated({ ...debate, ...again }));
};

/**
 * Retries a debate's failed turn. Returns null if it is no longer failed. Throws forbidden,
 * conflict if it cannot be retried, no_credits if a refunded debate cannot be charged again,
 * too_many_requests, and spending_limit.
 */
export const reopenTurn = (
  context: Context,
  viewer: SignedIn,
  debateId: number,
): Promise<TurnColumns | null> =>
  transact(context.db, context.logger, async (tx, after) => {
    const debate = await lockDebate(tx, viewer, debateId, "restart", "NO KEY UPDATE");
    if (debate.refusal !== null) throw new DomainError("conflict", debate.refusal);
    const [failed] = await select<FailedTurn>(tx, FAILED, [debateId]);
    if (!failed) return null;
    requireRestartable(failed);
    await requireBudget(tx, context.env, { viewer, ownerId: debate.userId });
    const openTurns = context.env.limits.openTurnsPerUser;
    const [asker] = await select<{ open: number }>(tx, UNDER_WAY, [viewer.id]);
    const priority = asker?.open ?? 0;
    if (priority >= openTurns) throw tooManyTurns({ openTurns });
    const [turn] = await change<TurnColumns>(tx, REOPEN, [failed.id, viewer.id, priority]);
    if (!turn) return null;
    if (debate.refunded) await chargeAgain(context, viewer, debate, tx, after);
    const { id: turnId, attempt } = turn;
    after(() => context.enqueue("generate-turn", { turnId }, { attempt, priority }));
    return turn;
  });
