import { raisePurchaseAlert } from "#infra/services/purchases/raise-purchase-alert.ts";
import { findPurchase } from "#infra/services/purchases/find-purchase.ts";
import {
  type SettlementResult,
  settlePurchase,
} from "#infra/services/purchases/settle-purchase.ts";
import type { CaptureRequest, CaptureResponse } from "#shared/contract/credits.ts";
import { DomainError, hidden, notFound } from "#shared/contract/errors.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "../../context.ts";
import { getUser } from "#api/queries/accounts/get-user.ts";
import { requirePayPal, rethrowAsUnavailable } from "./require-paypal.ts";

const NO_ANSWER_MESSAGE =
  "Failed to process payment. Please contact support if your account was charged.";

/** PayPal issues that the buyer can solve with another payment method. */
const RESTARTABLE_DECLINES = new Set([
  "INSTRUMENT_DECLINED",
  "REDIRECT_PAYER_FOR_ALTERNATE_FUNDING",
]);

const createRefusalError = (result: SettlementResult): DomainError => {
  if (result.status === "declined") {
    const { issue, message } = result.decline;
    const code = RESTARTABLE_DECLINES.has(issue) ? "instrument_declined" : "payment_declined";
    return new DomainError(code, message);
  }
  return result.status === "open"
    ? new DomainError("conflict", "This payment has not been approved yet.")
    : new DomainError("conflict", "This payment can no longer be completed.");
};

type CapturePurchaseDeps = Pick<
  Context,
  "env" | "logger" | "db" | "sql" | "enqueue" | "announce" | "paypal"
>;

/**
 * Captures the payment of an approved order. Repeating it returns the same answer. Throws
 * `not_found` for other users' purchases, `conflict` for a wrong or unpayable order, `unavailable`
 * if PayPal does not answer, and an error with PayPal's reason if PayPal declines.
 */
export const capturePurchase = async (
  context: CapturePurchaseDeps,
  viewer: SignedInViewer,
  { orderId, transactionId }: CaptureRequest,
): Promise<CaptureResponse> => {
  const paypal = requirePayPal(context);
  const purchase = await findPurchase(context.sql, transactionId);
  if (!purchase) throw notFound("Transaction");
  if (purchase.userId !== viewer.id) throw hidden("Transaction");
  if (purchase.orderId !== orderId) {
    const subject = { transactionId, orderId, userId: viewer.id };
    await raisePurchaseAlert(context, subject, "an order was presented for another purchase");
    throw new DomainError("conflict", "This order belongs to another purchase.");
  }
  const result = await settlePurchase({ ...context, paypal }, transactionId, {
    hasApproved: true,
  }).catch(rethrowAsUnavailable(NO_ANSWER_MESSAGE));
  const { status } = result;
  if (status !== "completed" && status !== "pending") throw createRefusalError(result);
  return { status, credits: (await getUser(context, viewer)).credits };
};
