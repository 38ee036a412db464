import type { Decline } from "../db/entities/transaction.ts";
import { alertOperator } from "./alert-operator.ts";
import { bookFailure, bookPayment, endAttempt, notePending } from "./book-outcome.ts";
import { findPurchase, type PurchaseColumns } from "./find-purchase.ts";
import { type Finding, hasDeclined, judgeOrder } from "#shared/domain/payment.ts";
import type { Order } from "../payments/order.ts";
import { PayPalError } from "../payments/paypal-error.ts";
import type { Settling } from "./settling.ts";

export type Settled =
  /** Paid and credited; the balance is null if the buyer's account was deleted. */
  | { status: "completed"; credits: number | null }
  /** The capture is pending at PayPal. */
  | { status: "pending" }
  /** The buyer has not approved the order. */
  | { status: "open" }
  /** The buyer may try another way of paying. */
  | { status: "declined"; decline: Decline }
  /** PayPal does not know the order, or not any more. */
  | { status: "gone" }
  | { status: "failed"; failure: string };

/** PayPal's issues that say nothing about the payment itself. */
const ALREADY_TAKEN = new Set([
  "ORDER_ALREADY_CAPTURED",
  "ORDER_ALREADY_COMPLETED",
  "ORDER_COMPLETED_OR_VOIDED",
]);
const BEING_TAKEN = new Set(["ORDER_COMPLETION_IN_PROGRESS", "PREVIOUS_REQUEST_IN_PROGRESS"]);
const NOT_APPROVED = new Set(["ORDER_NOT_APPROVED", "PAYER_ACTION_REQUIRED"]);
const OVER = new Set(["ORDER_EXPIRED", "ORDER_VOIDED"]);

const fail = async (
  settling: Settling,
  purchase: PurchaseColumns,
  { is, failure }: Extract<Finding, { failure: string }>,
): Promise<Settled> => {
  const told = { transactionId: purchase.id, orderId: purchase.orderId };
  if (is === "wrong" && purchase.status !== "completed")
    await alertOperator(settling, told, failure);
  const isNew = await bookFailure(settling, purchase, failure);
  if (isNew && is === "dead") settling.logger.info({ ...told, failure }, "a purchase failed");
  return { status: "failed", failure };
};

const openOrDeclined = ({ decline }: PurchaseColumns): Settled =>
  decline === null ? { status: "open" } : { status: "declined", decline };

const declined = async (
  settling: Settling,
  purchase: PurchaseColumns,
  decline: Decline,
): Promise<Settled> => {
  await endAttempt(settling, purchase, decline);
  return { status: "declined", decline };
};

/** Used if PayPal gives no reason. */
const DECLINED: Decline = { issue: "DECLINED", message: "The payment was declined." };

const take = async (settling: Settling, purchase: PurchaseColumns): Promise<Settled> => {
  const { paypal } = settling;
  const orderId = purchase.orderId ?? "";
  try {
    const order = await paypal.captureOrder(orderId, purchase, purchase.captureAttempt);
    const finding = judgeOrder(purchase, order);
    const isUnpaid = ["open", "approved", "dead"].includes(finding.is);
    // The decline is returned first, even if the order is dead as well: the next check finds that.
    return isUnpaid && hasDeclined(order)
      ? await declined(settling, purchase, DECLINED)
      : await conclude(settling, purchase, finding);
  } catch (err) {
    if (!(err instanceof PayPalError)) throw err;
    const { issue, message, status } = err;
    if (BEING_TAKEN.has(issue)) return { status: "pending" };
    if (status !== 422) throw err;
    if (ALREADY_TAKEN.has(issue)) {
      const order = await paypal.getOrder(orderId);
      return order ? conclude(settling, purchase, judgeOrder(purchase, order)) : { status: "gone" };
    }
    if (NOT_APPROVED.has(issue)) {
      await endAttempt(settling, purchase, null);
      return openOrDeclined(purchase);
    }
    if (OVER.has(issue)) return fail(settling, purchase, { is: "dead", failure: message });
    return declined(settling, purchase, { issue, message });
  }
};

/** Books the state of an order without capturing it. */
const conclude = async (
  settling: Settling,
  purchase: PurchaseColumns,
  finding: Finding,
): Promise<Settled> => {
  if (finding.is === "paid") {
    const credits = await bookPayment(settling, purchase, finding.captureId);
    return { status: "completed", credits };
  }
  if (finding.is === "on its way") {
    await notePending(settling, purchase, finding.captureId);
    return { status: "pending" };
  }
  return "failure" in finding ? fail(settling, purchase, finding) : openOrDeclined(purchase);
};

const act = (
  settling: Settling,
  purchase: PurchaseColumns,
  order: Order,
  hasApproved: boolean,
): Promise<Settled> => {
  const finding = judgeOrder(purchase, order);
  // The buyer reports an approval, but the order is open again: a concurrent request got a decline.
  // Capturing with the same attempt number returns that decline again.
  const isUntold = finding.is === "open" && hasApproved && purchase.decline === null;
  if ((finding.is !== "approved" && !isUntold) || purchase.status === "failed")
    return conclude(settling, purchase, finding);
  return purchase.userId === null
    ? fail(settling, purchase, {
        is: "dead",
        failure: "the account was deleted before the payment",
      })
    : take(settling, purchase);
};

/**
 * Settles a purchase as far as possible: reads its order from PayPal, captures it if it is
 * approved, and books the result. The buyer's browser, webhooks and the reconciler all use it. It
 * may run repeatedly and concurrently; the buyer is credited once. Holds no lock during requests to
 * PayPal. Throws PayPalError if PayPal gives no answer; the purchase is unchanged then.
 * `deniedCapture`: id of a capture that PayPal reported as denied. `hasApproved`: the buyer's
 * browser reports an approval.
 */
export const settlePurchase = async (
  settling: Settling,
  transactionId: number,
  {
    deniedCapture,
    hasApproved = false,
  }: { deniedCapture?: string | undefined; hasApproved?: boolean } = {},
): Promise<Settled> => {
  const found = await findPurchase(settling.db, transactionId);
  if (!found) throw new Error(`there is no transaction ${transactionId}`);
  const purchase = { ...found, captureId: deniedCapture ?? found.captureId };
  if (purchase.status === "completed" && purchase.captureId !== null)
    return {
      status: "completed",
      credits: await bookPayment(settling, purchase, purchase.captureId),
    };
  if (purchase.orderId === null) return { status: "gone" };
  const order = await settling.paypal.getOrder(purchase.orderId);
  if (order === null) return { status: "gone" };
  const settled = await act(settling, purchase, order, hasApproved);
  const isStillFailed = purchase.status === "failed" && settled.status !== "completed";
  return isStillFailed ? { status: "failed", failure: purchase.failure ?? "failed" } : settled;
};
