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
  status: (typeof CAPTURE_STATUSES)[number];
  amount: Money;
  purchaseId?: string | undefined;
}

export interface PaymentOrder {
  /** Undefined if PayPal sends none, or an unknown one. */
  status: (typeof ORDER_STATUSES)[number] | undefined;
  units: {
    amount?: Money | undefined;
    purchaseId?: string | undefined;
    captures: PaymentCapture[];
  }[];
}

/** The purchase as agreed with the buyer. */
export interface AgreedPurchase {
  id: number;
  /** In cents. */
  amount: number;
  currency: string;
  captureId: string | null;
}

/** The state of a purchase, derived from its order. */
export type OrderAssessment =
  /** The agreed amount was captured. */
  | { type: "paid"; captureId: string }
  /** The capture is pending and may still fail. */
  | { type: "capture_pending"; captureId: string }
  | { type: "approved" }
  /** The buyer has not approved the order yet. */
  | { type: "open" }
  /** PayPal will never complete it. */
  | { type: "closed"; failure: string }
  /** It differs from what was agreed, or was refunded: a person must check it. */
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
  const amounts = [...(unit.amount ? [unit.amount] : []), ...captures.map(({ amount }) => amount)];
  return amounts.every((amount) => isAgreedAmount(agreed, amount))
    ? undefined
    : "amount or currency differ from what was agreed";
};

const isCaptureDeclined = ({ status }: PaymentCapture): boolean =>
  status === "DECLINED" || status === "FAILED";

/** The state by the order's captures; null if they do not decide it. */
const assessCaptures = (agreed: AgreedPurchase, order: PaymentOrder): OrderAssessment | null => {
  const captures = listCaptures(order);
  const findCapture = (...statuses: PaymentCapture["status"][]) =>
    captures.find(({ status }) => statuses.includes(status));
  const paid = findCapture("COMPLETED");
  if (paid) return { type: "paid", captureId: paid.id };
  if (findCapture("REFUNDED", "PARTIALLY_REFUNDED"))
    return { type: "mismatched", failure: "the payment was refunded" };
  const pending = findCapture("PENDING");
  if (pending) return { type: "capture_pending", captureId: pending.id };
  // All other captures were refused, and a completed order gets no further capture.
  const isLast = ({ id }: PaymentCapture) =>
    order.status === "COMPLETED" || id === agreed.captureId;
  return captures.some(isLast) ? { type: "closed", failure: "the payment was denied" } : null;
};

const assessStatus = (status: PaymentOrder["status"]): OrderAssessment => {
  if (status === "APPROVED") return { type: "approved" };
  if (status === "VOIDED") return { type: "closed", failure: "the order was voided" };
  return { type: "open" };
};

/** Assesses an order for a purchase. A difference from the agreement takes precedence. */
export const assessOrder = (agreed: AgreedPurchase, order: PaymentOrder): OrderAssessment => {
  const failure = findDifference(agreed, order);
  if (failure !== undefined) return { type: "mismatched", failure };
  return assessCaptures(agreed, order) ?? assessStatus(order.status);
};

export const hasDeclinedCapture = (order: PaymentOrder): boolean =>
  listCaptures(order).some(isCaptureDeclined);
