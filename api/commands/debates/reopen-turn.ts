import { Debate } from "#infra/db/entities/debate.ts";
import type { Locked } from "#infra/db/locks.ts";
import { change } from "#infra/db/sql.ts";
import { type AfterCommit, transact, type Tx } from "#infra/db/transaction.ts";
import { TURN_COLUMNS, type TurnColumns } from "#infra/views/turn-view.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import { chargeDebate } from "./charge-debate.ts";
import { type DebateToChange, lockDebate } from "./lock-debate.ts";

/** The failed turn as if it had not been tried: its attempts go on counting, since they fence. */
const REOPEN = `
  UPDATE turns t SET status = 'pending', content = '', error = NULL, failures = 0, run_at = now()
   WHERE debate_id = $1 AND status = 'failed' RETURNING ${TURN_COLUMNS}`;

/** A refunded debate is paid again before it starts again, by the one who got the refund. */
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
 * Has a debate's failed turn tried again. Null when there is none any more. Throws conflict and
 * no_credits where the debate was refunded and is not paid again.
 */
export const reopenTurn = (
  context: Context,
  viewer: SignedIn,
  debateId: number,
): Promise<TurnColumns | null> =>
  transact(context.db, context.logger, async (tx, after) => {
    const debate = await lockDebate(tx, viewer, debateId, "step");
    const [turn] = await change<TurnColumns>(tx, REOPEN, [debateId]);
    if (!turn) return null;
    if (debate.refunded) await chargeAgain(context, viewer, debate, tx, after);
    const { id: turnId, attempt } = turn;
    after(() => context.enqueue("generate-turn", { turnId }, { attempt }));
    return turn;
  });
