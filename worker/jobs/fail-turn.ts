import { Turn } from "#infra/db/entities/turn.ts";
import { type Locked, lockRows } from "#infra/db/locks.ts";
import { change, select } from "#infra/db/sql.ts";
import { type AfterCommit, transact, type Tx } from "#infra/db/transaction.ts";
import { turnAutoPlayOff } from "#infra/operations/auto-play.ts";
import { endWork, type Hold, LostWork } from "#infra/db/work.ts";
import type { ProgressColumns } from "#infra/realtime/announce.ts";
import type { TurnError } from "#shared/contract/turn.ts";
import { DEBATE_PRICE } from "#shared/domain/credit.ts";
import { creditsMoved } from "#infra/metrics/metrics.ts";
import type { WorkerContext } from "../context.ts";
import { withdrawGivenUp } from "./end-recording.ts";
import { PROGRESS } from "#infra/views/debate-progress.ts";

/** Refunds the credit of a debate that could not begin, once per charge. */
export const refund = async (
  { announce }: Pick<WorkerContext, "announce">,
  tx: Tx,
  after: AfterCommit,
  { id: debateId }: Locked<{ id: number }>,
): Promise<void> => {
  const [refunded] = await change<ProgressColumns & { userId: number; charges: number }>(
    tx,
    `UPDATE debates SET refunded = true WHERE id = $1 AND NOT refunded
      RETURNING ${PROGRESS}, user_id AS "userId", charges`,
    [debateId],
  );
  if (!refunded) return;
  const { userId, charges } = refunded;
  await change(
    tx,
    `INSERT INTO credit_ledger (user_id, delta, reason, reference) VALUES ($1, $2, 'refund', $3)`,
    [userId, DEBATE_PRICE, `${debateId}:${charges}`],
  );
  const [owner] = await select<{ credits: number }>(tx, `SELECT credits FROM users WHERE id = $1`, [
    userId,
  ]);
  after(() => creditsMoved.inc({ what: "refunded" }, DEBATE_PRICE));
  after(() => announce.debateUpdated(refunded));
  if (owner) after(() => announce.creditsUpdated(userId, owner.credits));
};

/**
 * Marks a turn as failed for good, with the message that users see. Refunds the debate if it is the
 * first turn. Throws `LostWork`.
 */
export const failTurn = (context: WorkerContext, hold: Hold, error: TurnError): Promise<void> =>
  transact(context.db, context.logger, async (tx, after) => {
    const turn = await tx.getRepository(Turn).findOneBy({ id: hold.id });
    if (!turn) throw new LostWork();
    const [debate] = await lockRows<{ id: number }>(tx, "debates", {
      columns: "id",
      where: "id = $1",
      values: [turn.debateId],
    });
    if (!debate) throw new LostWork();
    await endWork(tx, hold, "failed", { set: "error = $1", values: [JSON.stringify(error)] });
    await withdrawGivenUp(tx, hold.id);
    after(() => context.announce.turnFailed({ ...turn, status: "failed", error }));
    const off = await turnAutoPlayOff(tx, debate);
    if (off) after(() => context.announce.debateUpdated(off));
    if (turn.turnNumber === 1) await refund(context, tx, after, debate);
  });
