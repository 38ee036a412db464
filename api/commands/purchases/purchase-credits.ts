import { change } from "#infra/db/sql.ts";
import { Transaction } from "#infra/db/entities/transaction.ts";
import { transact } from "#infra/db/transaction.ts";
import { bookFailure } from "#infra/operations/book-outcome.ts";
import { findPurchase, type PurchaseColumns } from "#infra/operations/find-purchase.ts";
import type { PayPal } from "#infra/payments/paypal.ts";
import { PayPalError } from "#infra/payments/paypal-error.ts";
import type { Purchase, PurchaseAnswer } from "#shared/contract/credits.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { CREDIT_PACKS, CURRENCY } from "#shared/domain/credit.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import { answerOnce } from "../answer-once.ts";
import { requirePayPal, unavailableWith } from "./require-paypal.ts";

const FAILED = "Failed to create order";

/**
 * Inserts the purchase before PayPal is called. With an idempotency key, repeated requests get the
 * same row.
 */
const openPurchase = (
  { db, logger }: Context,
  viewer: SignedIn,
  { packageIndex }: Purchase,
  key: string | undefined,
): Promise<number> =>
  transact(db, logger, async (tx) => {
    const insert = async (): Promise<number> => {
      const pack = CREDIT_PACKS[packageIndex];
      if (!pack) throw new Error(`there is no pack ${packageIndex}`);
      const { id } = await tx.save(Transaction, {
        userId: viewer.id,
        amount: pack.price,
        currency: CURRENCY,
        credits: pack.credits,
      });
      return id;
    };
    if (key === undefined) return insert();
    const request = ["purchase", packageIndex];
    return answerOnce(tx, { userId: viewer.id, key, request }, insert);
  });

/** Creates the order at PayPal. Repeating it for one purchase returns the same order. */
const placeOrder = async (
  { db, logger, env }: Context,
  paypal: PayPal,
  purchase: PurchaseColumns,
): Promise<string> => {
  const { amount, currency, credits } = purchase;
  const description = `${credits} credits for ${env.productName}`;
  try {
    const orderId = await paypal.createOrder({ purchase, amount, currency, description });
    // A concurrent request may already have stored the same order. The database rejects a different
    // one.
    await change(db, `UPDATE transactions SET order_id = $2 WHERE id = $1 RETURNING id`, [
      purchase.id,
      orderId,
    ]);
    return orderId;
  } catch (err) {
    // After other errors the purchase stays open and the request can be repeated.
    if (err instanceof PayPalError && err.isRefusal) {
      logger.error({ err, transactionId: purchase.id }, "PayPal refuses to make an order");
      await bookFailure({ db }, purchase, "PayPal refused to make an order");
    }
    return unavailableWith(FAILED)(err);
  }
};

/**
 * Starts the purchase of a credit pack: a pending row and a PayPal order to approve. With an
 * idempotency key, a repeated request gets the first answer. Throws unavailable if PayPal creates
 * no order.
 */
export const purchaseCredits = async (
  context: Context,
  viewer: SignedIn,
  input: Purchase,
  key: string | undefined,
): Promise<PurchaseAnswer> => {
  const paypal = requirePayPal(context);
  const transactionId = await openPurchase(context, viewer, input, key);
  const purchase = await findPurchase(context.reads, transactionId);
  if (!purchase || (purchase.orderId === null && purchase.status !== "pending"))
    throw new DomainError("unavailable", FAILED);
  const orderId = purchase.orderId ?? (await placeOrder(context, paypal, purchase));
  return { orderId, transactionId };
};
