import { recordPurchaseEvents } from "./record-purchase-event.ts";
import { findPurchase, type PurchaseColumns } from "./find-purchase.ts";
import {
  type OrderAssessment,
  type PaymentDecline,
  hasDeclinedCapture,
  assessOrder,
} from "#shared/domain/billing/payment.ts";
import type { PurchaseEvent } from "#shared/domain/billing/purchase-transitions.ts";
import { PayPalError } from "#infra/payments/paypal-error.ts";
import type { SettlementDeps } from "./settlement-deps.ts";

export type SettlementResult =
  /** Paid and credited. `credits` is the new balance; null if the buyer's account was deleted. */
  | { status: "completed"; credits: number | null }
  /** The capture is pending at PayPal. */
  | { status: "pending" }
  /** The buyer has not approved the order. */
  | { status: "open" }
  /** The payment was declined. The buyer may try another way of paying. */
  | { status: "declined"; decline: PaymentDecline }
  /** PayPal never had the order, or has deleted it. */
  | { status: "gone" }
  | { status: "failed"; failure: string };

type Finding = OrderAssessment | PurchaseEvent | { type: "capture_running" } | { type: "gone" };

/**
 * PayPal's error codes for a failed capture request, without the codes of declines, and their
 * meanings.
 */
const CAPTURE_ISSUES: Record<string, "captured" | "running" | "not_approved" | "closed"> = {
  ORDER_ALREADY_CAPTURED: "captured",
  ORDER_ALREADY_COMPLETED: "captured",
  ORDER_COMPLETED_OR_VOIDED: "captured",
  ORDER_COMPLETION_IN_PROGRESS: "running",
  PREVIOUS_REQUEST_IN_PROGRESS: "running",
  ORDER_NOT_APPROVED: "not_approved",
  PAYER_ACTION_REQUIRED: "not_approved",
  ORDER_EXPIRED: "closed",
  ORDER_VOIDED: "closed",
};

/** Shown to the buyer if PayPal gives no reason. */
const GENERIC_DECLINE: PaymentDecline = { issue: "DECLINED", message: "The payment was declined." };

const readOrder = async (
  { paypal }: SettlementDeps,
  purchase: PurchaseColumns,
): Promise<OrderAssessment | { type: "gone" }> => {
  const order = purchase.orderId === null ? null : await paypal.getOrder(purchase.orderId);
  return order ? assessOrder(purchase, order) : { type: "gone" };
};

const captureOrder = async (deps: SettlementDeps, purchase: PurchaseColumns): Promise<Finding> => {
  const { orderId, captureAttempt: attempt } = purchase;
  try {
    const order = await deps.paypal.captureOrder(orderId ?? "", purchase, attempt);
    const finding = assessOrder(purchase, order);
    const isUnpaid = ["open", "approved", "closed"].includes(finding.type);
    // A decline takes precedence, even if the order is closed as well. The next check finds that it
    // is closed.
    return isUnpaid && hasDeclinedCapture(order)
      ? { type: "capture_ended", attempt, decline: GENERIC_DECLINE }
      : finding;
  } catch (err) {
    if (!(err instanceof PayPalError)) throw err;
    const { issue, message, status } = err;
    const meaning = CAPTURE_ISSUES[issue];
    if (meaning === "running") return { type: "capture_running" };
    if (status !== 422) throw err;
    if (meaning === "captured") return readOrder(deps, purchase);
    if (meaning === "closed") return { type: "closed", failure: message };
    const decline = meaning === "not_approved" ? null : { issue, message };
    return { type: "capture_ended", attempt, decline };
  }
};

/** Reads the order from PayPal, and captures it if the buyer has approved it. */
const readAndCaptureOrder = async (
  deps: SettlementDeps,
  purchase: PurchaseColumns,
  hasApproved: boolean,
): Promise<Finding> => {
  const { status, captureId, decline, userId } = purchase;
  if (status === "completed" && captureId !== null) return { type: "paid", captureId };
  const finding = await readOrder(deps, purchase);
  // If the buyer's browser reports an approval but the order is open, the capture of a concurrent
  // request was declined. Capturing with the same attempt number returns that decline again.
  const isDeclineUnknown = finding.type === "open" && hasApproved && decline === null;
  if ((finding.type !== "approved" && !isDeclineUnknown) || status === "failed") return finding;
  return userId === null
    ? { type: "closed", failure: "the account was deleted before the payment" }
    : captureOrder(deps, purchase);
};

/**
 * Returns the events of a finding. If part of a payment was already refunded, the whole payment is
 * credited first and the refunded part taken back afterwards.
 */
const buildEvents = (
  finding: PurchaseEvent,
  isRefundKnown: boolean,
): [PurchaseEvent, ...PurchaseEvent[]] => {
  if (finding.type !== "paid" || !finding.refunds) return [finding];
  const { captureId, refunds } = finding;
  const problem = "a part of the payment went back, and PayPal does not say how much";
  const events = refunds.map(({ id, money }): PurchaseEvent => {
    return { type: "refunded", refundId: id, kind: "refund", money };
  });
  const isUnknown = events.length === 0 && !isRefundKnown;
  if (isUnknown) events.push({ type: "unreadable", problem });
  return [{ type: "paid", captureId }, ...events];
};

const describeUnpaid = (
  { status, failure }: PurchaseColumns,
  decline: PaymentDecline | null,
): SettlementResult => {
  if (status === "failed") return { status, failure: failure ?? "failed" };
  return decline === null ? { status: "open" } : { status: "declined", decline };
};

/**
 * Settles a purchase as far as possible: reads its order from PayPal, captures it if it is
 * approved, and records the result. The buyer's browser, webhooks and the reconciler all use this.
 * It may run repeatedly and concurrently; the buyer is credited once. It holds no lock during
 * requests to PayPal. Throws PayPalError if PayPal gives no answer; the purchase is then unchanged.
 * - `deniedCapture` is the id of a capture that PayPal reported as denied.
 * - `hasApproved` is true if the buyer's browser reports that the buyer has approved the order.
 * - `isRefundKnown` is true if the caller records the refund itself. Then it raises no alert if
 *   PayPal does not tell the refunded amount.
 */
export const settlePurchase = async (
  deps: SettlementDeps,
  transactionId: number,
  {
    deniedCapture,
    hasApproved = false,
    isRefundKnown = false,
  }: {
    deniedCapture?: string | undefined;
    hasApproved?: boolean;
    isRefundKnown?: boolean;
  } = {},
): Promise<SettlementResult> => {
  const found = await findPurchase(deps.db, transactionId);
  if (!found) throw new Error(`there is no transaction ${transactionId}`);
  const purchase = { ...found, captureId: deniedCapture ?? found.captureId };
  const finding = await readAndCaptureOrder(deps, purchase, hasApproved);
  if (finding.type === "gone") return { status: "gone" };
  if (finding.type === "capture_running") return { status: "pending" };
  if (finding.type === "open" || finding.type === "approved")
    return describeUnpaid(purchase, purchase.decline);
  const events = buildEvents(finding, isRefundKnown);
  const recorded = await recordPurchaseEvents(deps, transactionId, events);
  const { status, balance, decline } = recorded;
  if (status === "completed") return { status, credits: balance };
  const isUnderway = finding.type === "capture_pending" || finding.type === "unreadable";
  if (status === "pending" && isUnderway) return { status };
  const isDeclined = finding.type === "capture_ended" && finding.decline !== null;
  return describeUnpaid(recorded, isDeclined ? finding.decline : decline);
};
