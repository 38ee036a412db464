import { changeAndLock, lockRows } from "../db/locks.ts";
import { change, select } from "../db/sql.ts";
import type { Decline } from "../db/entities/transaction.ts";
import { type AfterCommit, transact, type Tx } from "../db/transaction.ts";
import { askForMail } from "./ask-for-mail.ts";
import { creditsMoved } from "../metrics/metrics.ts";
import { alertOperator } from "./alert-operator.ts";
import type { PurchaseColumns } from "./find-purchase.ts";
import type { Settling } from "./settling.ts";

interface Buyer {
  userId: number;
  email: string;
  credits: number;
}

/** Sent once for a purchase, whoever books it and how often. */
const askForReceipt = async (
  tx: Tx,
  after: AfterCommit,
  { env, enqueue }: Settling,
  { id, orderId, credits, amount, currency }: PurchaseColumns,
  { userId, email }: Buyer,
): Promise<void> => {
  if (!env.mail) return;
  await askForMail(tx, after, enqueue, {
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
 * Completes a purchase, which credits it, however often and by however many this is called. Returns
 * the buyer's balance; null when the buyer is gone, which gives no credits and calls for a person.
 */
export const bookPayment = (
  settling: Settling,
  purchase: PurchaseColumns,
  captureId: string,
): Promise<number | null> => {
  const { db, logger, announce } = settling;
  const { id, orderId } = purchase;
  return transact(db, logger, async (tx, after) => {
    await lockRows(tx, "users", {
      columns: "id",
      where: "id = (SELECT user_id FROM transactions WHERE id = $1)",
      values: [id],
      strength: "NO KEY UPDATE",
    });
    const booked = await changeAndLock<{ userId: number | null; credits: number }>(
      tx,
      "transactions",
      `UPDATE transactions SET status = 'completed', capture_id = $2, failure = NULL
        WHERE id = $1 AND status <> 'completed' RETURNING user_id AS "userId", credits`,
      [id, captureId],
    );
    const [buyer] = await select<Buyer>(
      tx,
      `SELECT u.id AS "userId", u.email, u.credits FROM users u JOIN transactions t ON t.user_id = u.id
        WHERE t.id = $1`,
      [id],
    );
    if (booked) after(() => creditsMoved.inc({ what: "sold" }, booked.credits));
    if (booked && buyer) {
      after(() => announce.creditsUpdated(buyer.userId, buyer.credits));
      await askForReceipt(tx, after, settling, purchase, buyer);
    }
    if (booked && !buyer)
      await alertOperator(
        { db: tx, logger },
        { transactionId: id, orderId, captureId },
        "a payment of a deleted account is to be refunded",
      );
    return buyer?.credits ?? null;
  });
};

/** Closes a purchase that can never complete. False when it is not open any more. */
export const bookFailure = async (
  { db }: Pick<Settling, "db">,
  { id }: Pick<PurchaseColumns, "id">,
  failure: string,
): Promise<boolean> => {
  const failed = await change(
    db,
    `UPDATE transactions SET status = 'failed', failure = $2
      WHERE id = $1 AND status = 'pending' RETURNING id`,
    [id, failure],
  );
  return failed.length === 1;
};

/** Remembers which payment is on its way, to know it again should it be denied. */
export const notePending = async (
  { db }: Settling,
  { id }: PurchaseColumns,
  captureId: string,
): Promise<void> => {
  await change(
    db,
    `UPDATE transactions SET capture_id = $2 WHERE id = $1 AND status = 'pending' RETURNING id`,
    [id, captureId],
  );
};

/**
 * Ends an attempt to take the money: the next one is another request to PayPal. Null where it was
 * not declined but came too early.
 */
export const endAttempt = async (
  { db }: Settling,
  { id, captureAttempt }: PurchaseColumns,
  decline: Decline | null,
): Promise<void> => {
  await change(
    db,
    `UPDATE transactions SET capture_attempt = capture_attempt + 1, decline = coalesce($3, decline)
      WHERE id = $1 AND capture_attempt = $2 AND status = 'pending' RETURNING id`,
    [id, captureAttempt, decline && JSON.stringify(decline)],
  );
};
