import { computeCreditsToRevoke } from "#shared/domain/billing/credit.ts";
import { updateAndLockRow, lockRows } from "#infra/db/row-locks.ts";
import { mutateRows } from "#infra/db/sql.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import { creditsMoved } from "#infra/metrics/registry.ts";
import type { PayPalRefund } from "#infra/payments/webhook-event.ts";
import { raisePurchaseAlert } from "./raise-purchase-alert.ts";
import type { PurchaseColumns } from "./find-purchase.ts";
import type { SettlementDeps } from "./settlement-deps.ts";

const RECORD_REFUND_SQL = `
  UPDATE transactions t SET refunded = least(t.amount, t.refunded + $2)
   WHERE t.id = $1 AND t.status = 'completed'
     AND NOT EXISTS (SELECT FROM credit_ledger WHERE reason = 'reversal' AND reference = $3)
  RETURNING t.refunded, t.credits, t.amount,
            (SELECT coalesce(-sum(l.delta), 0)::int FROM credit_ledger l
              WHERE l.reason = 'reversal' AND l.reference LIKE t.id || ':%') AS taken`;

const INSERT_REVERSAL_SQL = `
  INSERT INTO credit_ledger (user_id, delta, reason, reference)
  VALUES ($1, $2, 'reversal', $3) RETURNING id`;

/**
 * Takes back the credits of a refunded purchase; idempotent per refund. Takes at most the balance,
 * which never becomes negative, and alerts a person about the rest. Every reversal is in the
 * ledger.
 */
export const reverseCredits = (
  { db, logger, announce }: SettlementDeps,
  { id, orderId, userId, amount, currency }: PurchaseColumns,
  refund: PayPalRefund,
): Promise<void> =>
  withTransaction(db, logger, async (tx, after) => {
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
    const back = await updateAndLockRow<{
      refunded: number;
      credits: number;
      amount: number;
      taken: number;
    }>(tx, "transactions", RECORD_REFUND_SQL, [id, cents, reference]);
    if (!back) return;
    const due = computeCreditsToRevoke(back);
    const taken = Math.min(due, buyer.credits);
    await mutateRows(tx, INSERT_REVERSAL_SQL, [userId, -taken, reference]);
    after(() => creditsMoved.inc({ reason: "reversed", what: "taken_back" }, taken));
    after(() => announce.creditsUpdated(userId, buyer.credits - taken));
    const told = { transactionId: id, orderId, refundId: refund.id };
    after(() => logger.info({ ...told, taken }, "purchase.refunded"));
    if (taken < due)
      await raisePurchaseAlert(
        { db: tx, logger },
        told,
        `${due - taken} credits of money that went back (${refund.id}) had been used`,
      );
  });
