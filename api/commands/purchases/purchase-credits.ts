import { mutateRows } from "#infra/db/sql.ts";
import { PurchaseEntity } from "#infra/db/entities/purchase.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import { recordPurchaseEvents } from "#infra/services/purchases/record-purchase-event.ts";
import { findPurchase, type PurchaseColumns } from "#infra/services/purchases/find-purchase.ts";
import type { PayPalClient } from "#infra/payments/paypal-client.ts";
import { PayPalError } from "#infra/payments/paypal-error.ts";
import type { PurchaseRequest, PurchaseResponse } from "#shared/contract/credits.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { CREDIT_PACKS, CURRENCY } from "#shared/domain/billing/credit.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "../../context.ts";
import { withIdempotencyKey } from "../idempotency.ts";
import { requirePayPal, rethrowAsUnavailable } from "./require-paypal.ts";

const ORDER_FAILED_MESSAGE = "Failed to create order";

/**
 * Inserts the purchase before PayPal is called. Requests with the same idempotency key get the same
 * row.
 */
const insertPurchase = (
  { db, logger }: Pick<Context, "logger" | "db">,
  viewer: SignedInViewer,
  { packageIndex }: PurchaseRequest,
  key: string | undefined,
): Promise<number> =>
  withTransaction(db, logger, async (tx) => {
    const insert = async (): Promise<number> => {
      const pack = CREDIT_PACKS[packageIndex];
      if (!pack) throw new Error(`there is no pack ${packageIndex}`);
      const { id } = await tx.save(PurchaseEntity, {
        userId: viewer.id,
        amount: pack.price,
        currency: CURRENCY,
        credits: pack.credits,
      });
      return id;
    };
    if (key === undefined) return insert();
    const request = ["purchase", packageIndex];
    return withIdempotencyKey(tx, { userId: viewer.id, key, request }, insert);
  });

type OrderDeps = Pick<Context, "env" | "logger" | "db" | "enqueue" | "announce">;
type PurchaseCreditsDeps = OrderDeps & Pick<Context, "sql" | "paypal">;

/** Creates the order at PayPal. For the same purchase, PayPal returns the same order again. */
const createPayPalOrder = async (
  context: OrderDeps,
  paypal: PayPalClient,
  purchase: PurchaseColumns,
): Promise<string> => {
  const { db, logger, env } = context;
  const { amount, currency, credits } = purchase;
  const description = `${credits} credits for ${env.productName}`;
  try {
    const orderId = await paypal.createOrder({ purchase, amount, currency, description });
    // A concurrent request may already have stored the same order id, which does no harm. The
    // database rejects an order id that differs from the stored one.
    await mutateRows(db, `UPDATE transactions SET order_id = $2 WHERE id = $1 RETURNING id`, [
      purchase.id,
      orderId,
    ]);
    return orderId;
  } catch (err) {
    // After errors other than a refusal, the purchase stays open and the request can be repeated.
    if (err instanceof PayPalError && err.isRefusal) {
      logger.error({ err, transactionId: purchase.id }, "order.refused");
      const failure = "PayPal refused to make an order";
      await recordPurchaseEvents(context, purchase.id, [{ type: "closed", failure }]);
    }
    return rethrowAsUnavailable(ORDER_FAILED_MESSAGE)(err);
  }
};

/**
 * Starts the purchase of a credit pack: a pending row and a PayPal order to approve. With an
 * idempotency key, a repeated request gets the first answer. Throws `unavailable` if PayPal creates
 * no order.
 */
export const purchaseCredits = async (
  context: PurchaseCreditsDeps,
  viewer: SignedInViewer,
  input: PurchaseRequest,
  key: string | undefined,
): Promise<PurchaseResponse> => {
  const paypal = requirePayPal(context);
  const transactionId = await insertPurchase(context, viewer, input, key);
  const purchase = await findPurchase(context.sql, transactionId);
  if (!purchase || (purchase.orderId === null && purchase.status !== "pending"))
    throw new DomainError("unavailable", ORDER_FAILED_MESSAGE);
  const orderId = purchase.orderId ?? (await createPayPalOrder(context, paypal, purchase));
  return { orderId, transactionId };
};
