import { mutateRows } from "#infra/db/sql.ts";
import { raisePurchaseAlert } from "#infra/services/purchases/raise-purchase-alert.ts";
import { recordPurchaseEvents } from "#infra/services/purchases/record-purchase-event.ts";
import { settlePurchase } from "#infra/services/purchases/settle-purchase.ts";
import type { SettlementDeps } from "#infra/services/purchases/settlement-deps.ts";
import { startPolling } from "./poll.ts";

const RECONCILE_INTERVAL = { intervalMs: 5000, jitterMs: 1000 };
const BATCH_SIZE = 20;

interface DuePurchase {
  id: number;
  orderId: string | null;
  /**
   * Whether the purchase is older than 3 days. After that, PayPal no longer lets the buyer approve
   * the order.
   */
  isExpired: boolean;
  /** Whether the purchase is older than 8 days. No payment takes longer. */
  isOverdue: boolean;
}

/**
 * Claims the purchases that are due for a check. The next check follows after 3 minutes, and the
 * pause doubles with each check, up to 6 hours. `SKIP LOCKED` keeps workers from waiting for each
 * other. The locks end with the statement.
 */
const CLAIM_DUE_PURCHASES_SQL = `
  UPDATE transactions
     SET checks = checks + 1,
         check_at = now() + least(interval '3 minutes' * power(2, least(checks, 10)), interval '6 hours')
   WHERE id IN (SELECT id FROM transactions WHERE status = 'pending' AND check_at <= now()
                 ORDER BY check_at LIMIT $1 FOR UPDATE SKIP LOCKED)
  RETURNING id, order_id AS "orderId", created_at < now() - interval '3 days' AS "isExpired",
            created_at < now() - interval '8 days' AS "isOverdue"`;

const reconcilePurchase = async (deps: SettlementDeps, purchase: DuePurchase): Promise<void> => {
  const { id: transactionId, orderId, isExpired, isOverdue } = purchase;
  const alert = (what: string) => raisePurchaseAlert(deps, { transactionId, orderId }, what);
  const close = (failure: string) =>
    recordPurchaseEvents(deps, transactionId, [{ type: "closed", failure }]);
  // The browser never received a PayPal order, so the buyer cannot have paid.
  if (orderId === null) return void (await close("no order was made"));
  const { status } = await settlePurchase(deps, transactionId);
  deps.logger.info({ transactionId, orderId, status }, "purchase.reconciled");
  if (status === "gone") await close("the order is not at PayPal any more");
  else if (isExpired && (status === "open" || status === "declined"))
    await close("the order was never paid");
  else if (isOverdue && status === "pending") await alert("a payment has been on its way for days");
};

/**
 * Checks with PayPal every purchase that has been pending for minutes. Captures and credits
 * approved orders, and closes those that can no longer be paid. Alerts the operator about expired
 * purchases that PayPal cannot settle, and about payments pending for days.
 */
export const reconcilePurchasesOnce = async (deps: SettlementDeps): Promise<void> => {
  const due = await mutateRows<DuePurchase>(deps.db, CLAIM_DUE_PURCHASES_SQL, [BATCH_SIZE]);
  await Promise.all(
    due.map((purchase) =>
      reconcilePurchase(deps, purchase).catch(async (err: unknown) => {
        const { id: transactionId, orderId, isExpired } = purchase;
        deps.logger.warn({ err, transactionId, orderId }, "purchase.reconcile_failed");
        if (isExpired)
          await raisePurchaseAlert(
            deps,
            { transactionId, orderId },
            "a purchase cannot be settled",
          );
      }),
    ),
  );
};

export const startPurchaseReconciler = (deps: SettlementDeps): { stop(): Promise<void> } =>
  startPolling(() => reconcilePurchasesOnce(deps), RECONCILE_INTERVAL, deps.logger);
