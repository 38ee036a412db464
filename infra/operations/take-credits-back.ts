import { creditsToTakeBack } from "#shared/domain/credit.ts";
import { changeAndLock, lockRows } from "../db/locks.ts";
import { change } from "../db/sql.ts";
import { transact } from "../db/transaction.ts";
import { creditsMoved } from "../metrics/metrics.ts";
import type { Refund } from "../payments/webhook-event.ts";
import { alertOperator } from "./alert-operator.ts";
import type { PurchaseColumns } from "./find-purchase.ts";
import type { Settling } from "./settling.ts";

const REMEMBER = `
  UPDATE transactions t SET refunded = least(t.amount, t.refunded + $2)
   WHERE t.id = $1 AND t.status = 'completed'
     AND NOT EXISTS (SELECT FROM credit_ledger WHERE reason = 'reversal' AND reference = $3)
  RETURNING t.refunded, t.credits, t.amount,
            (SELECT coalesce(-sum(l.delta), 0)::int FROM credit_ledger l
              WHERE l.reason = 'reversal' AND l.reference LIKE t.id || ':%') AS taken`;

const BOOK = `
  INSERT INTO credit_ledger (user_id, delta, reason, reference)
  VALUES ($1, $2, 'reversal', $3) RETURNING id`;

/**
 * Takes back the credits of a refunded purchase; idempotent per refund. Takes at most the balance,
 * which never becomes negative, and alerts a person about the rest. Every reversal is in the
 * ledger.
 */
export const takeCreditsBack = (
  { db, logger, announce }: Settling,
  { id, orderId, userId, amount, currency }: PurchaseColumns,
  refund: Refund,
): Promise<void> =>
  transact(db, logger, async (tx, after) => {
    const [buyer] = await lockRows<{ credits: number }>(tx, "users", {
      columns: "credits",
      where: "id = $1",
      values: [userId],
      strength: "NO KEY UPDATE",
    });
    // A deleted account has no credits.
    if (!buyer || userId === null) return;
    const reference = `${id}:${refund.id}`;
    const cents = refund.money?.currency === currency ? refund.money.cents : amount;
    const back = await changeAndLock<{
      refunded: number;
      credits: number;
      amount: number;
      taken: number;
    }>(tx, "transactions", REMEMBER, [id, cents, reference]);
    if (!back) return;
    const due = creditsToTakeBack(back);
    const taken = Math.min(due, buyer.credits);
    await change(tx, BOOK, [userId, -taken, reference]);
    after(() => creditsMoved.inc({ what: "taken_back" }, taken));
    after(() => announce.creditsUpdated(userId, buyer.credits - taken));
    const told = { transactionId: id, orderId, refundId: refund.id };
    after(() =>
      logger.info({ ...told, taken }, "credits were taken back for money that went back"),
    );
    if (taken < due)
      await alertOperator(
        { db: tx, logger },
        told,
        `${due - taken} credits of money that went back (${refund.id}) had been used`,
      );
  });
