import type { PaymentDecline } from "#infra/db/entities/purchase.ts";
import { raisePurchaseAlert } from "./raise-purchase-alert.ts";
import {
  failPurchase,
  completePurchase,
  endCaptureAttempt,
  recordPendingCapture,
} from "./record-purchase-outcome.ts";
import { findPurchase, type PurchaseColumns } from "./find-purchase.ts";
import {
  type OrderAssessment,
  hasDeclinedCapture,
  assessOrder,
} from "#shared/domain/billing/payment.ts";
import type { PayPalOrder } from "#infra/payments/paypal-order.ts";
import { PayPalError } from "#infra/payments/paypal-error.ts";
import type { SettlementDeps } from "./settlement-deps.ts";

export type SettlementResult =
  /** Paid and credited; the balance is null if the buyer's account was deleted. */
  | { status: "completed"; credits: number | null }
  /** The capture is pending at PayPal. */
  | { status: "pending" }
  /** The buyer has not approved the order. */
  | { status: "open" }
  /** The buyer may try another way of paying. */
  | { status: "declined"; decline: PaymentDecline }
  /** PayPal does not know the order, or not any more. */
  | { status: "gone" }
  | { status: "failed"; failure: string };

/** PayPal's issues that say nothing about the payment itself. */
const ALREADY_CAPTURED_ISSUES = new Set([
  "ORDER_ALREADY_CAPTURED",
  "ORDER_ALREADY_COMPLETED",
  "ORDER_COMPLETED_OR_VOIDED",
]);
const CAPTURE_IN_PROGRESS_ISSUES = new Set([
  "ORDER_COMPLETION_IN_PROGRESS",
  "PREVIOUS_REQUEST_IN_PROGRESS",
]);
const NOT_APPROVED_ISSUES = new Set(["ORDER_NOT_APPROVED", "PAYER_ACTION_REQUIRED"]);
const ORDER_CLOSED_ISSUES = new Set(["ORDER_EXPIRED", "ORDER_VOIDED"]);

const handleFailure = async (
  settling: SettlementDeps,
  purchase: PurchaseColumns,
  { is, failure }: Extract<OrderAssessment, { failure: string }>,
): Promise<SettlementResult> => {
  const told = { transactionId: purchase.id, orderId: purchase.orderId };
  if (is === "wrong" && purchase.status !== "completed")
    await raisePurchaseAlert(settling, told, failure);
  const isNew = await failPurchase(settling, purchase, failure);
  if (isNew && is === "dead") settling.logger.info({ ...told, failure }, "purchase.failed");
  return { status: "failed", failure };
};

const toBuyerState = ({ decline }: PurchaseColumns): SettlementResult =>
  decline === null ? { status: "open" } : { status: "declined", decline };

const recordDecline = async (
  settling: SettlementDeps,
  purchase: PurchaseColumns,
  decline: PaymentDecline,
): Promise<SettlementResult> => {
  await endCaptureAttempt(settling, purchase, decline);
  return { status: "declined", decline };
};

/** Used if PayPal gives no reason. */
const GENERIC_DECLINE: PaymentDecline = { issue: "DECLINED", message: "The payment was declined." };

const captureApprovedOrder = async (
  settling: SettlementDeps,
  purchase: PurchaseColumns,
): Promise<SettlementResult> => {
  const { paypal } = settling;
  const orderId = purchase.orderId ?? "";
  try {
    const order = await paypal.captureOrder(orderId, purchase, purchase.captureAttempt);
    const finding = assessOrder(purchase, order);
    const isUnpaid = ["open", "approved", "dead"].includes(finding.is);
    // The decline is returned first, even if the order is dead as well: the next check finds that.
    return isUnpaid && hasDeclinedCapture(order)
      ? await recordDecline(settling, purchase, GENERIC_DECLINE)
      : await applyFinding(settling, purchase, finding);
  } catch (err) {
    if (!(err instanceof PayPalError)) throw err;
    const { issue, message, status } = err;
    if (CAPTURE_IN_PROGRESS_ISSUES.has(issue)) return { status: "pending" };
    if (status !== 422) throw err;
    if (ALREADY_CAPTURED_ISSUES.has(issue)) {
      const order = await paypal.getOrder(orderId);
      return order
        ? applyFinding(settling, purchase, assessOrder(purchase, order))
        : { status: "gone" };
    }
    if (NOT_APPROVED_ISSUES.has(issue)) {
      await endCaptureAttempt(settling, purchase, null);
      return toBuyerState(purchase);
    }
    if (ORDER_CLOSED_ISSUES.has(issue))
      return handleFailure(settling, purchase, { is: "dead", failure: message });
    return recordDecline(settling, purchase, { issue, message });
  }
};

/** Books the state of an order without capturing it. */
const applyFinding = async (
  settling: SettlementDeps,
  purchase: PurchaseColumns,
  finding: OrderAssessment,
): Promise<SettlementResult> => {
  if (finding.is === "paid") {
    const credits = await completePurchase(settling, purchase, finding.captureId);
    return { status: "completed", credits };
  }
  if (finding.is === "on its way") {
    await recordPendingCapture(settling, purchase, finding.captureId);
    return { status: "pending" };
  }
  return "failure" in finding ? handleFailure(settling, purchase, finding) : toBuyerState(purchase);
};

const settleOrder = (
  settling: SettlementDeps,
  purchase: PurchaseColumns,
  order: PayPalOrder,
  hasApproved: boolean,
): Promise<SettlementResult> => {
  const finding = assessOrder(purchase, order);
  // The buyer reports an approval, but the order is open again: a concurrent request got a decline.
  // Capturing with the same attempt number returns that decline again.
  const isUntold = finding.is === "open" && hasApproved && purchase.decline === null;
  if ((finding.is !== "approved" && !isUntold) || purchase.status === "failed")
    return applyFinding(settling, purchase, finding);
  return purchase.userId === null
    ? handleFailure(settling, purchase, {
        is: "dead",
        failure: "the account was deleted before the payment",
      })
    : captureApprovedOrder(settling, purchase);
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
  settling: SettlementDeps,
  transactionId: number,
  {
    deniedCapture,
    hasApproved = false,
  }: { deniedCapture?: string | undefined; hasApproved?: boolean } = {},
): Promise<SettlementResult> => {
  const found = await findPurchase(settling.db, transactionId);
  if (!found) throw new Error(`there is no transaction ${transactionId}`);
  const purchase = { ...found, captureId: deniedCapture ?? found.captureId };
  if (purchase.status === "completed" && purchase.captureId !== null)
    return {
      status: "completed",
      credits: await completePurchase(settling, purchase, purchase.captureId),
    };
  if (purchase.orderId === null) return { status: "gone" };
  const order = await settling.paypal.getOrder(purchase.orderId);
  if (order === null) return { status: "gone" };
  const settled = await settleOrder(settling, purchase, order, hasApproved);
  const isStillFailed = purchase.status === "failed" && settled.status !== "completed";
  return isStillFailed ? { status: "failed", failure: purchase.failure ?? "failed" } : settled;
};
