import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { PaymentFault } from "./payment-fault.ts";
import {
  createCapture,
  createOrder,
  type FakeCapture,
  type FakeOrder,
  listCaptures,
  type OrderRequest,
} from "./paypal-order.ts";

/** Actions of a buyer or of PayPal. `expire` deletes the order. */
export const OrderAction = z.enum([
  ...(["approve", "approve-declined", "cancel"] as const),
  ...(["void", "expire", "complete", "deny"] as const),
]);
export type OrderAction = z.infer<typeof OrderAction>;

/** An error response of PayPal. */
export class PayPalRefusal extends Error {
  constructor(
    readonly status: number,
    override readonly name: string,
    message: string,
    readonly issue?: string,
  ) {
    super(message);
  }
}

const createUnprocessable = (issue: string, message: string): PayPalRefusal =>
  new PayPalRefusal(422, "UNPROCESSABLE_ENTITY", message, issue);

const NOT_APPROVED = ["ORDER_NOT_APPROVED", "Payer has not yet approved the Order for payment."];
/** PayPal's error code and description for each status in which an order cannot be captured. */
const CAPTURE_REFUSALS: Record<string, string[]> = {
  CREATED: NOT_APPROVED,
  PAYER_ACTION_REQUIRED: NOT_APPROVED,
  COMPLETED: ["ORDER_ALREADY_CAPTURED", "Order already captured."],
  VOIDED: ["ORDER_COMPLETED_OR_VOIDED", "Order is voided and cannot be captured."],
};
const DECLINED_DESCRIPTION =
  "The instrument presented was either declined by the processor or bank, or it can't be used for this payment.";

/** Orders of the fake and their captures, in memory. No money moves. */
export class FakeOrders {
  readonly #orders = new Map<string, FakeOrder>();
  /** Ids of orders whose buyer has chosen a payment method that will be declined. */
  readonly #declined = new Set<string>();

  /** `sendWebhook` sends an event in PayPal's form. */
  constructor(readonly sendWebhook: (event: object) => void) {}

  all(): FakeOrder[] {
    return [...this.#orders.values()];
  }

  find(id: string): FakeOrder | undefined {
    return this.#orders.get(id);
  }

  create(request: OrderRequest): FakeOrder {
    const order = createOrder(request);
    this.#orders.set(order.id, order);
    return order;
  }

  /** Captures an order. Throws `PayPalRefusal` where PayPal would refuse. */
  capture(order: FakeOrder, effect: PaymentFault["effect"] = "none"): FakeOrder {
    const [issue, description = ""] = CAPTURE_REFUSALS[order.status] ?? [];
    if (issue !== undefined) throw createUnprocessable(issue, description);
    if (this.#declined.delete(order.id) || effect === "decline") {
      order.status = "PAYER_ACTION_REQUIRED";
      throw createUnprocessable("INSTRUMENT_DECLINED", DECLINED_DESCRIPTION);
    }
    const isDeclined = effect === "declined-capture" || effect === "declined-for-good";
    const paidStatus = effect === "pending" ? "PENDING" : "COMPLETED";
    this.#addCapture(order, isDeclined ? "DECLINED" : paidStatus, effect);
    order.status = effect === "declined-capture" ? "PAYER_ACTION_REQUIRED" : "COMPLETED";
    return order;
  }

  act(order: FakeOrder, action: OrderAction): void {
    if (action === "complete") this.#settle(order, "COMPLETED", "PAYMENT.CAPTURE.COMPLETED");
    if (action === "deny") this.#settle(order, "DECLINED", "PAYMENT.CAPTURE.DENIED");
    if (order.status === "COMPLETED") return;
    if (action === "expire") this.#orders.delete(order.id);
    if (action === "void") {
      order.status = "VOIDED";
      this.#notify("CHECKOUT.ORDER.VOIDED", order);
    }
    const approves = action === "approve" || action === "approve-declined";
    if (!approves || order.status === "VOIDED") return;
    order.status = "APPROVED";
    if (action === "approve") this.#declined.delete(order.id);
    else this.#declined.add(order.id);
    this.#notify("CHECKOUT.ORDER.APPROVED", order);
  }

  #addCapture(order: FakeOrder, status: string, effect: PaymentFault["effect"]): void {
    const [unit] = order.purchase_units;
    if (!unit) return;
    const { currency_code: currency, value } = unit.amount;
    const amount = {
      currency_code: effect === "wrong-currency" ? "EUR" : currency,
      value: effect === "wrong-amount" ? "0.01" : value,
    };
    const custom_id = effect === "wrong-custom-id" ? "999999" : unit.custom_id;
    const capture = createCapture({ amount, custom_id }, status);
    unit.payments ??= { captures: [] };
    unit.payments.captures.push(capture);
    this.#notify(`PAYMENT.CAPTURE.${status}`, order, capture);
  }

  #settle(order: FakeOrder, status: string, type: string): void {
    const capture = listCaptures(order).find((each) => each.status === "PENDING");
    if (!capture) return;
    capture.status = status;
    this.#notify(type, order, capture);
  }

  #notify(type: string, order: FakeOrder, capture?: FakeCapture): void {
    const related = { supplementary_data: { related_ids: { order_id: order.id } } };
    this.sendWebhook({
      id: `WH-${randomUUID()}`,
      event_type: type,
      resource: capture ? { ...capture, ...related } : order,
    });
  }
}
