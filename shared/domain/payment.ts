import { capturesOf, type Money, type Order, type OrderCapture } from "#infra/payments/order.ts";

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

const isAgreed = ({ amount, currency }: Agreed, said: Money): boolean =>
  said.cents === amount && said.currency === currency;

/** What in the order is not as agreed; undefined when all is. */
const difference = (agreed: Agreed, order: Order): string | undefined => {
  const [unit, ...more] = order.purchase_units;
  if (unit === undefined || more.length > 0) return "the order is not for one thing";
  const captures = capturesOf(order);
  const ids = [unit.custom_id, ...captures.map((capture) => capture.custom_id)];
  const said = ids.filter((id) => id !== undefined);
  if (said.length === 0 || said.some((id) => id !== String(agreed.id)))
    return "the order carries another purchase's id";
  const amounts = [...(unit.amount ? [unit.amount] : []), ...captures.map(({ amount }) => amount)];
  return amounts.every((amount) => isAgreed(agreed, amount))
    ? undefined
    : "amount or currency differ from what was agreed";
};

const isRefused = ({ status }: OrderCapture): boolean =>
  status === "DECLINED" || status === "FAILED";

/** Told by the payments that were tried for the order, if that settles it. */
const byCaptures = (agreed: Agreed, captures: OrderCapture[]): Finding | null => {
  const of = (...statuses: OrderCapture["status"][]) =>
    captures.find(({ status }) => statuses.includes(status));
  const paid = of("COMPLETED");
  if (paid) return { is: "paid", captureId: paid.id };
  if (of("REFUNDED", "PARTIALLY_REFUNDED"))
    return { is: "wrong", failure: "the payment was refunded" };
  const pending = of("PENDING");
  if (pending) return { is: "on its way", captureId: pending.id };
  const denied = captures.some((each) => each.id === agreed.captureId && isRefused(each));
  return denied ? { is: "dead", failure: "the payment was denied" } : null;
};

const byStatus = (status: Order["status"]): Finding => {
  if (status === "APPROVED") return { is: "approved" };
  if (status === "VOIDED") return { is: "dead", failure: "the order was voided" };
  return { is: "open" };
};

/** Reads an order for a purchase. What differs from what was agreed comes before all else. */
export const judgeOrder = (agreed: Agreed, order: Order): Finding => {
  const failure = difference(agreed, order);
  if (failure !== undefined) return { is: "wrong", failure };
  return byCaptures(agreed, capturesOf(order)) ?? byStatus(order.status);
};

/** Whether a payment that was tried for the order did not go through. */
export const hasDeclined = (order: Order): boolean => capturesOf(order).some(isRefused);
