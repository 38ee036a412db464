export interface Money {
  currency: string;
  cents: number;
}

/** Why the payment provider declined a payment, in the provider's words. */
export interface PaymentDecline {
  issue: string;
  message: string;
}

/** Status of a capture, as named by PayPal. */
export const CAPTURE_STATUSES = [
  "COMPLETED",
  "DECLINED",
  "PARTIALLY_REFUNDED",
  "PENDING",
  "REFUNDED",
  "FAILED",
] as const;

/** Status of an order, as named by PayPal. */
export const ORDER_STATUSES = [
  "CREATED",
  "SAVED",
  "APPROVED",
  "VOIDED",
  "COMPLETED",
  "PAYER_ACTION_REQUIRED",
  "PARTIALLY_COMPLETED",
  "PENDING_APPROVAL",
] as const;

interface PaymentCapture {
  id: string;
  /** Undefined if PayPal's status is not in `CAPTURE_STATUSES`. */
  status: (typeof CAPTURE_STATUSES)[number] | undefined;
  /** Null if the amount cannot be read. */
  amount: Money | null;
  purchaseId?: string | undefined;
}

/** A refund that is complete or can still become complete. */
export interface PaymentRefund {
  id: string;
  /** Undefined if the amount cannot be read. */
  money: Money | undefined;
}

export interface PaymentOrder {
  /** Undefined if PayPal sends no status or an unknown one. */
  status: (typeof ORDER_STATUSES)[number] | undefined;
  units: {
    amount?: Money | null | undefined;
    purchaseId?: string | undefined;
    captures: PaymentCapture[];
    refunds?: PaymentRefund[];
  }[];
}

export interface AgreedPurchase {
  id: number;
  /** In cents. */
  amount: number;
  currency: string;
  captureId: string | null;
}

/** The state of a purchase, derived from its order. */
export type OrderAssessment =
  /** The agreed amount was captured. `refunds` is set if a part of the money was refunded since. */
  | { type: "paid"; captureId: string; refunds?: PaymentRefund[] }
  /** The order contains something that this version does not know, so a person must check it. */
  | { type: "unreadable"; problem: string }
  /** The capture is pending and may still fail. */
  | { type: "capture_pending"; captureId: string }
  | { type: "approved" }
  /** The buyer has not approved the order yet. */
  | { type: "open" }
  /** PayPal will never complete the order. */
  | { type: "closed"; failure: string }
  /** The order differs from what was agreed, or was refunded, so a person must check it. */
  | { type: "mismatched"; failure: string };

const listCaptures = ({ units }: PaymentOrder): PaymentCapture[] =>
  units.flatMap(({ captures }) => captures);

const isAgreedAmount = ({ amount, currency }: AgreedPurchase, money: Money): boolean =>
  money.cents === amount && money.currency === currency;

/** Returns what differs from the agreement; undefined if nothing does. */
const findDifference = (agreed: AgreedPurchase, order: PaymentOrder): string | undefined => {
  const [unit, ...more] = order.units;
  if (unit === undefined || more.length > 0) return "the order is not for one thing";
  const captures = listCaptures(order);
  const ids = [unit.purchaseId, ...captures.map(({ purchaseId }) => purchaseId)];
  const namedIds = ids.filter((id) => id !== undefined);
  if (namedIds.length === 0 || namedIds.some((id) => id !== String(agreed.id)))
    return "the order carries another purchase's id";
  const amounts = [unit.amount, ...captures.map(({ amount }) => amount)];
  return amounts.every((amount) => !amount || isAgreedAmount(agreed, amount))
    ? undefined
    : "amount or currency differ from what was agreed";
};

const hasUnreadableAmount = ({ units }: PaymentOrder): boolean =>
  units.some(
    ({ amount, captures }) => amount === null || captures.some((capture) => !capture.amount),
  );

const isCaptureDeclined = ({ status }: PaymentCapture): boolean =>
  status === "DECLINED" || status === "FAILED";

/** Returns the state that follows from the order's captures. Null if none follows from them. */
const assessCaptures = (agreed: AgreedPurchase, order: PaymentOrder): OrderAssessment | null => {
  const captures = listCaptures(order);
  const findCapture = (wanted: PaymentCapture["status"]) =>
    captures.find(({ status }) => status === wanted);
  const paid = findCapture("COMPLETED");
  if (paid) return { type: "paid", captureId: paid.id };
  const partlyPaid = findCapture("PARTIALLY_REFUNDED");
  if (partlyPaid) {
    const refunds = order.units.flatMap((unit) => unit.refunds ?? []);
    return { type: "paid", captureId: partlyPaid.id, refunds };
  }
  if (findCapture("REFUNDED")) return { type: "mismatched", failure: "the payment was refunded" };
  if (captures.some(({ status }) => status === undefined))
    return { type: "unreadable", problem: "the payment has an unknown status" };
  const pending = findCapture("PENDING");
  if (pending) return { type: "capture_pending", captureId: pending.id };
  // Only refused captures remain here. The purchase is closed if no other capture can follow: the
  // order is completed, or the purchase's own capture was refused.
  const isLast = ({ id }: PaymentCapture) =>
    order.status === "COMPLETED" || id === agreed.captureId;
  return captures.some(isLast) ? { type: "closed", failure: "the payment was denied" } : null;
};

const assessStatus = (status: PaymentOrder["status"]): OrderAssessment => {
  if (status === "APPROVED") return { type: "approved" };
  if (status === "VOIDED") return { type: "closed", failure: "the order was voided" };
  return { type: "open" };
};

/**
 * Returns the state of a purchase that follows from its order at PayPal. If the order differs from
 * what was agreed, the rest of the order does not matter.
 */
export const assessOrder = (agreed: AgreedPurchase, order: PaymentOrder): OrderAssessment => {
  const failure = findDifference(agreed, order);
  if (failure !== undefined) return { type: "mismatched", failure };
  if (hasUnreadableAmount(order))
    return { type: "unreadable", problem: "an amount of the order cannot be read" };
  return assessCaptures(agreed, order) ?? assessStatus(order.status);
};

export const hasDeclinedCapture = (order: PaymentOrder): boolean =>
  listCaptures(order).some(isCaptureDeclined);
