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

/** The key ensures one receipt per purchase. */
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
 * Completes a purchase, which credits it; idempotent. Returns the buyer's balance. Returns null and
 * alerts a person if the buyer's account was deleted: then no credits are given.
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

/** Marks a purchase as failed. Returns false if it was not pending any more. */
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

/** Stores the id of the pending capture, to recognize it if PayPal denies it later. */
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
 * Ends a capture attempt; the next one uses a new request id at PayPal. `decline` is null if the
 * order was not approved yet.
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
