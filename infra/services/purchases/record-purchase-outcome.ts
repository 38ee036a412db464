import { updateAndLockRow, lockRows } from "#infra/db/row-locks.ts";
import { mutateRows, selectRows } from "#infra/db/sql.ts";
import type { PaymentDecline } from "#infra/db/entities/purchase.ts";
import { type AfterCommit, withTransaction, type Tx } from "#infra/db/transaction.ts";
import { enqueueEmail } from "../enqueue-email.ts";
import { creditsMoved } from "#infra/metrics/registry.ts";
import { raisePurchaseAlert } from "./raise-purchase-alert.ts";
import type { PurchaseColumns } from "./find-purchase.ts";
import type { SettlementDeps } from "./settlement-deps.ts";

interface PurchaseBuyer {
  userId: number;
  email: string;
  credits: number;
}

/** The key ensures one receipt per purchase. */
const enqueueReceipt = async (
  tx: Tx,
  after: AfterCommit,
  { env, enqueue }: SettlementDeps,
  { id, orderId, credits, amount, currency }: PurchaseColumns,
  { userId, email }: PurchaseBuyer,
): Promise<void> => {
  if (!env.mail) return;
  await enqueueEmail(tx, after, enqueue, {
    kind: "receipt",
    key: `receipt:${id}`,
    userId,
    email,
    facts: {
      credits: String(credits),
      amount: `${(amount / 100).toFixed(2)} ${currency}`,
      at: new Date().toISOString(),
      purchase: String(id),
      order: orderId ?? "",
    },
  });
};

/**
 * Completes a purchase, which credits it; idempotent. Returns the buyer's balance. Returns null and
 * alerts a person if the buyer's account was deleted: then no credits are given.
 */
export const completePurchase = (
  settling: SettlementDeps,
  purchase: PurchaseColumns,
  captureId: string,
): Promise<number | null> => {
  const { db, logger, announce } = settling;
  const { id, orderId } = purchase;
  return withTransaction(db, logger, async (tx, after) => {
    await lockRows(tx, "users", {
      columns: "id",
      where: "id = (SELECT user_id FROM transactions WHERE id = $1)",
      values: [id],
      strength: "NO KEY UPDATE",
    });
    const booked = await updateAndLockRow<{ userId: number | null; credits: number }>(
      tx,
      "transactions",
      `UPDATE transactions SET status = 'completed', capture_id = $2, failure = NULL
        WHERE id = $1 AND status <> 'completed' RETURNING user_id AS "userId", credits`,
      [id, captureId],
    );
    const [buyer] = await selectRows<PurchaseBuyer>(
      tx,
      `SELECT u.id AS "userId", u.email, u.credits FROM users u JOIN transactions t ON t.user_id = u.id
        WHERE t.id = $1`,
      [id],
    );
    if (booked) after(() => creditsMoved.inc({ reason: "sold", what: "sold" }, booked.credits));
    if (booked && buyer) {
      after(() => announce.creditsUpdated(buyer.userId, buyer.credits));
      await enqueueReceipt(tx, after, settling, purchase, buyer);
    }
    if (booked && !buyer)
      await raisePurchaseAlert(
        { db: tx, logger },
        { transactionId: id, orderId, captureId },
        "a payment of a deleted account is to be refunded",
      );
    return buyer?.credits ?? null;
  });
};

/** Marks a purchase as failed. Returns false if it was not pending any more. */
export const failPurchase = async (
  { db }: Pick<SettlementDeps, "db">,
  { id }: Pick<PurchaseColumns, "id">,
  failure: string,
): Promise<boolean> => {
  const failed = await mutateRows(
    db,
    `UPDATE transactions SET status = 'failed', failure = $2
      WHERE id = $1 AND status = 'pending' RETURNING id`,
    [id, failure],
  );
  return failed.length === 1;
};

/** Stores the id of the pending capture, to recognize it if PayPal denies it later. */
export const recordPendingCapture = async (
  { db }: SettlementDeps,
  { id }: PurchaseColumns,
  captureId: string,
): Promise<void> => {
  await mutateRows(
    db,
    `UPDATE transactions SET capture_id = $2 WHERE id = $1 AND status = 'pending' RETURNING id`,
    [id, captureId],
  );
};

/**
 * Ends a capture attempt; the next one uses a new request id at PayPal. `decline` is null if the
 * order was not approved yet.
 */
export const endCaptureAttempt = async (
  { db }: SettlementDeps,
  { id, captureAttempt }: PurchaseColumns,
  decline: PaymentDecline | null,
): Promise<void> => {
  await mutateRows(
    db,
    `UPDATE transactions SET capture_attempt = capture_attempt + 1, decline = coalesce($3, decline)
      WHERE id = $1 AND capture_attempt = $2 AND status = 'pending' RETURNING id`,
    [id, captureAttempt, decline && JSON.stringify(decline)],
  );
};
