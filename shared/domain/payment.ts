/** An amount of money. */
export interface Money {
  currency: string;
  cents: number;
}

/** How one try to take the money stands, in PayPal's words. */
export const CAPTURE_STATUSES = [
  "COMPLETED",
  "DECLINED",
  "PARTIALLY_REFUNDED",
  "PENDING",
  "REFUNDED",
  "FAILED",
] as const;

/** How an order stands, in PayPal's words. */
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

/** One try to take the money. */
interface Capture {
  id: string;
  status: (typeof CAPTURE_STATUSES)[number];
  amount: Money;
  /** The purchase that it says it is for. */
  purchaseId?: string | undefined;
}

/** What the buyer was asked to pay, and what came of it. */
export interface PaymentOrder {
  /** Undefined where PayPal does not say, or says what nobody knows. */
  status: (typeof ORDER_STATUSES)[number] | undefined;
  units: {
    amount?: Money | undefined;
    purchaseId?: string | undefined;
    captures: Capture[];
  }[];
}

/** What was agreed on with the buyer, and what is known of the payment. */
export interface Agreed {
  id: number;
  /** Cents. */
  amount: number;
  currency: string;
  /** A payment that was on its way when it was seen last. */
  captureId: string | null;
}

/** What an order says about the purchase it belongs to. */
export type Finding =
  /** The money has come: exactly what was agreed. */
  | { is: "paid"; captureId: string }
  /** The money is on its way, and may still not come. */
  | { is: "on its way"; captureId: string }
  /** The buyer agreed; the money can be taken. */
  | { is: "approved" }
  /** It is the buyer's turn. */
  | { is: "open" }
  /** It can never be paid, by PayPal's word. */
  | { is: "dead"; failure: string }
  /** It is not what was agreed, or the money is gone again: for a person to look at. */
  | { is: "wrong"; failure: string };

const capturesOf = ({ units }: PaymentOrder): Capture[] =>
  units.flatMap(({ captures }) => captures);

const isAgreed = ({ amount, currency }: Agreed, said: Money): boolean =>
  said.cents === amount && said.currency === currency;

/** What in the order is not as agreed; undefined when all is. */
const difference = (agreed: Agreed, order: PaymentOrder): string | undefined => {
  const [unit, ...more] = order.units;
  if (unit === undefined || more.length > 0) return "the order is not for one thing";
  const captures = capturesOf(order);
  const ids = [unit.purchaseId, ...captures.map(({ purchaseId }) => purchaseId)];
  const said = ids.filter((id) => id !== undefined);
  if (said.length === 0 || said.some((id) => id !== String(agreed.id)))
    return "the order carries another purchase's id";
  const amounts = [...(unit.amount ? [unit.amount] : []), ...captures.map(({ amount }) => amount)];
  return amounts.every((amount) => isAgreed(agreed, amount))
    ? undefined
    : "amount or currency differ from what was agreed";
};

const isRefused = ({ status }: Capture): boolean => status === "DECLINED" || status === "FAILED";

/** Told by the payments that were tried for the order, if that settles it. */
const byCaptures = (agreed: Agreed, order: PaymentOrder): Finding | null => {
  const captures = capturesOf(order);
  const of = (...statuses: Capture["status"][]) =>
    captures.find(({ status }) => statuses.includes(status));
  const paid = of("COMPLETED");
  if (paid) return { is: "paid", captureId: paid.id };
  if (of("REFUNDED", "PARTIALLY_REFUNDED"))
    return { is: "wrong", failure: "the payment was refunded" };
  const pending = of("PENDING");
  if (pending) return { is: "on its way", captureId: pending.id };
  // What is left was refused, and a completed order gets no other payment.
  const isLast = ({ id }: Capture) => order.status === "COMPLETED" || id === agreed.captureId;
  return captures.some(isLast) ? { is: "dead", failure: "the payment was denied" } : null;
};

const byStatus = (status: PaymentOrder["status"]): Finding => {
  if (status === "APPROVED") return { is: "approved" };
  if (status === "VOIDED") return { is: "dead", failure: "the order was voided" };
  return { is: "open" };
};

/** Reads an order for a purchase. What differs from what was agreed comes before all else. */
export const judgeOrder = (agreed: Agreed, order: PaymentOrder): Finding => {
  const failure = difference(agreed, order);
  if (failure !== undefined) return { is: "wrong", failure };
  return byCaptures(agreed, order) ?? byStatus(order.status);
};

/** Whether a payment that was tried for the order did not go through. */
export const hasDeclined = (order: PaymentOrder): boolean => capturesOf(order).some(isRefused);
