import { DebateEntity } from "#infra/db/entities/debate.ts";
import type { Locked } from "#infra/db/row-locks.ts";
import { mutateRows, requireFirstRow, selectRows } from "#infra/db/sql.ts";
import { type AfterCommit, withTransaction, type Tx } from "#infra/db/transaction.ts";
import { TURN_COLUMNS_SQL, type TurnColumns } from "#infra/presenters/turn-presenter.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { TurnError } from "#shared/contract/debates/turn.ts";
import { isRefusedByProvider, MAX_REQUESTS_PER_TURN } from "#shared/domain/debates/turn.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "#api/context.ts";
import { chargeDebate } from "../debates/charge-debate.ts";
import { type DebateForUpdate, lockDebate } from "../debates/lock-debate.ts";
import { requireBudget } from "../debates/require-budget.ts";
import { createTooManyTurnsError } from "./too-many-turns-error.ts";

interface FailedTurn {
  id: number;
  error: TurnError | null;
  requests: number;
}

const FAILED_TURN_SQL = `SELECT id, error, requests FROM turns WHERE debate_id = $1 AND status = 'failed'`;

/**
 * Throws `conflict` if the turn has no tries left, or if the provider refused the content, because
 * a retry would be refused, too.
 */
const requireRetryable = ({ error, requests }: FailedTurn): void => {
  if (isRefusedByProvider(error))
    throw new DomainError(
      "conflict",
      `${error?.message ?? ""} Trying again won't help. Start a new debate.`,
    );
  if (requests >= MAX_REQUESTS_PER_TURN)
    throw new DomainError(
      "conflict",
      `This turn has been tried ${MAX_REQUESTS_PER_TURN} times. It can't be tried again.`,
    );
};

const COUNT_OPEN_TURNS_SQL = `SELECT turns_under_way($1) AS open`;

/**
 * Resets a turn to pending. Keeps the attempt number, so that workers of earlier attempts stay
 * fenced off, and the number of requests, so that the tries stay limited.
 */
const REOPEN_TURN_SQL = `
  UPDATE turns t SET status = 'pending', content = '', error = NULL, failures = 0, run_at = now(),
         asked_by = $2, priority = $3
   WHERE id = $1 RETURNING ${TURN_COLUMNS_SQL}`;

/**
 * Charges a refunded debate again before it restarts. Only the owner may restart it, because the
 * owner got the refund.
 */
const rechargeRefundedDebate = async (
  { announce }: Pick<Context, "announce">,
  viewer: SignedInViewer,
  debate: Locked<DebateForUpdate>,
  tx: Tx,
  after: AfterCommit,
): Promise<void> => {
  if (viewer.id !== debate.userId)
    throw new DomainError("conflict", "This debate was refunded. Only its owner can restart it.");
  const recharged = { refunded: false, charges: debate.charges + 1 };
  const credits = await chargeDebate(tx, { ...debate, ...recharged });
  await tx.update(DebateEntity, debate.id, recharged);
  after(() => announce.creditsUpdated(debate.userId, credits));
  after(() => announce.debateUpdated({ ...debate, ...recharged }));
};

/**
 * Retries a debate's failed turn. Returns null if the debate has no failed turn any more. Throws
 * `forbidden`, `conflict` if the turn cannot be retried, `no_credits` if a refunded debate cannot
 * be charged again, `too_many_requests`, and `spending_limit`.
 */
export const reopenTurn = (
  context: Pick<Context, "env" | "logger" | "db" | "enqueue" | "announce">,
  viewer: SignedInViewer,
  debateId: number,
): Promise<TurnColumns | null> =>
  withTransaction(context.db, context.logger, async (tx, after) => {
    const debate = await lockDebate(tx, viewer, debateId, "restart", "NO KEY UPDATE");
    if (debate.refusal !== null) throw new DomainError("conflict", debate.refusal);
    const [failed] = await selectRows<FailedTurn>(tx, FAILED_TURN_SQL, [debateId]);
    if (!failed) return null;
    requireRetryable(failed);
    await requireBudget(tx, context.env, { viewer, ownerId: debate.userId });
    const openTurns = context.env.limits.openTurnsPerUser;
    const [asker] = await selectRows<{ open: number }>(tx, COUNT_OPEN_TURNS_SQL, [viewer.id]);
    const priority = asker?.open ?? 0;
    if (priority >= openTurns) throw createTooManyTurnsError({ openTurns });
    const values = [failed.id, viewer.id, priority];
    const turn = requireFirstRow(await mutateRows<TurnColumns>(tx, REOPEN_TURN_SQL, values));
    if (debate.refunded) await rechargeRefundedDebate(context, viewer, debate, tx, after);
    const { id: turnId, attempt } = turn;
    after(() => context.enqueue("generate-turn", { turnId }, { attempt, priority }));
    return turn;
  });
