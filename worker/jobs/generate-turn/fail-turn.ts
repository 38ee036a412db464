import { TurnEntity } from "#infra/db/entities/turn.ts";
import { type Locked, lockRows } from "#infra/db/row-locks.ts";
import { mutateRows, selectRows } from "#infra/db/sql.ts";
import { type AfterCommit, withTransaction, type Tx } from "#infra/db/transaction.ts";
import { stopAutoPlay } from "#infra/services/debates/auto-play.ts";
import { finishJob, type JobLease, LeaseLostError } from "#infra/db/jobs/job-lease.ts";
import type { ProgressColumns } from "#infra/realtime/event-publisher.ts";
import type { TurnError } from "#shared/contract/debates/turn.ts";
import { DEBATE_PRICE_CREDITS } from "#shared/domain/billing/credit.ts";
import { creditsMoved } from "#infra/metrics/registry.ts";
import type { WorkerContext } from "#worker/context.ts";
import { discardFailedRecording } from "../synthesize-speech/finish-recording.ts";
import { PROGRESS_COLUMNS_SQL } from "#infra/presenters/debate-progress-presenter.ts";

/** Refunds the credit of a debate that could not begin, once per charge. */
export const refundDebate = async (
  { announce }: Pick<WorkerContext, "announce">,
  tx: Tx,
  after: AfterCommit,
  { id: debateId }: Locked<{ id: number }>,
): Promise<void> => {
  const [refunded] = await mutateRows<ProgressColumns & { userId: number; charges: number }>(
    tx,
    `UPDATE debates SET refunded = true WHERE id = $1 AND NOT refunded
      RETURNING ${PROGRESS_COLUMNS_SQL}, user_id AS "userId", charges`,
    [debateId],
  );
  if (!refunded) return;
  const { userId, charges } = refunded;
  await mutateRows(
    tx,
    `INSERT INTO credit_ledger (user_id, delta, reason, reference) VALUES ($1, $2, 'refund', $3)`,
    [userId, DEBATE_PRICE_CREDITS, `${debateId}:${charges}`],
  );
  const [owner] = await selectRows<{ credits: number }>(
    tx,
    `SELECT credits FROM users WHERE id = $1`,
    [userId],
  );
  after(() => creditsMoved.inc({ reason: "refunded", what: "refunded" }, DEBATE_PRICE_CREDITS));
  after(() => announce.debateUpdated(refunded));
  if (owner) after(() => announce.creditsUpdated(userId, owner.credits));
};

/**
 * Marks a turn as failed for good, with the message that users see. Refunds the debate if its first
 * turn failed. Throws `LeaseLostError`.
 */
export const failTurn = (
  context: WorkerContext,
  lease: JobLease,
  error: TurnError,
): Promise<void> =>
  withTransaction(context.db, context.logger, async (tx, after) => {
    const turn = await tx.getRepository(TurnEntity).findOneBy({ id: lease.id });
    if (!turn) throw new LeaseLostError();
    const [debate] = await lockRows<{ id: number }>(tx, "debates", {
      columns: "id",
      where: "id = $1",
      values: [turn.debateId],
    });
    if (!debate) throw new LeaseLostError();
    await finishJob(tx, lease, "failed", { set: "error = $1", values: [JSON.stringify(error)] });
    await discardFailedRecording(tx, lease.id);
    after(() => context.announce.turnFailed({ ...turn, status: "failed", error }));
    const stopped = await stopAutoPlay(tx, debate);
    if (stopped) after(() => context.announce.debateUpdated(stopped));
    if (turn.turnNumber === 1) await refundDebate(context, tx, after, debate);
  });
