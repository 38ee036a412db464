import { randomBytes } from "node:crypto";
import type { PaymentFault } from "./payment-fault-injector.ts";
import type { OrderMoney, OrderRequest } from "./request-schemas.ts";

type CaptureStatus = "COMPLETED" | "PENDING" | "DECLINED";

export interface FakeCapture {
  id: string;
  /** Status of the capture. Tests may set any value. */
  status: string;
  amount: OrderMoney;
  custom_id?: string | undefined;
  final_capture: true;
  create_time: string;
  update_time: string;
}

export interface FakeOrder {
  id: string;
  status: "CREATED" | "APPROVED" | "PAYER_ACTION_REQUIRED" | "COMPLETED" | "VOIDED";
  request: OrderRequest;
  createdAt: string;
  captures: FakeCapture[];
  /** Refunds in PayPal's form, set by tests. */
  refunds: object[];
  /** Whether the buyer has chosen a payment method that will be declined. */
  willDecline: boolean;
}

/** Actions of a buyer or of PayPal. `expire` deletes the order. */
export const ORDER_ACTIONS = [
  "approve",
  "approve-declined",
  "cancel",
  "void",
  "expire",
  "complete",
  "deny",
] as const;
export type OrderAction = (typeof ORDER_ACTIONS)[number];

export interface OrderEvent {
  type: string;
  order: FakeOrder;
  capture?: FakeCapture;
}

/**
 * The request cannot be processed. `issue` and the description become the body of a 422 response.
 */
export class UnprocessableOrderError extends Error {
  constructor(
    readonly issue: string,
    description: string,
  ) {
    super(description);
  }
}

const createId = (): string => randomBytes(9).toString("hex").slice(0, 17).toUpperCase();
const getTimestamp = (): string => new Date().toISOString();

const applyMoneyFault = (amount: OrderMoney, effect: PaymentFault["effect"]): OrderMoney => ({
  currency_code: effect === "wrong-currency" ? "EUR" : amount.currency_code,
  value: effect === "wrong-amount" ? "0.01" : amount.value,
});

/** Orders of the fake and their captures, in memory. No money moves. */
export class FakeOrders {
  readonly #orders = new Map<string, FakeOrder>();

  constructor(readonly notify: (event: OrderEvent) => void) {}

  all(): FakeOrder[] {
    return [...this.#orders.values()];
  }

  find(id: string): FakeOrder | undefined {
    return this.#orders.get(id);
  }

  create(request: OrderRequest): FakeOrder {
    const order: FakeOrder = {
      id: createId(),
      status: "CREATED",
      request,
      createdAt: getTimestamp(),
      captures: [],
      refunds: [],
      willDecline: false,
    };
    this.#orders.set(order.id, order);
    return order;
  }

  /** Captures an order. Throws `UnprocessableOrderError` where PayPal would refuse. */
  capture(order: FakeOrder, { effect }: PaymentFault): FakeOrder {
    if (order.status === "COMPLETED")
      throw new UnprocessableOrderError("ORDER_ALREADY_CAPTURED", "Order already captured.");
    if (order.status === "VOIDED")
      throw new UnprocessableOrderError(
        "ORDER_COMPLETED_OR_VOIDED",
        "Order is voided and cannot be captured.",
      );
    if (order.status !== "APPROVED")
      throw new UnprocessableOrderError(
        "ORDER_NOT_APPROVED",
        "Payer has not yet approved the Order for payment.",
      );
    const declines = order.willDecline || effect === "decline";
    order.willDecline = false;
    if (declines) {
      order.status = "PAYER_ACTION_REQUIRED";
      throw new UnprocessableOrderError(
        "INSTRUMENT_DECLINED",
        "The instrument presented was either declined by the processor or bank, or it can't be used for this payment.",
      );
    }
    if (effect === "declined-capture" || effect === "declined-for-good")
      this.#add(order, "DECLINED", effect);
    else this.#add(order, effect === "pending" ? "PENDING" : "COMPLETED", effect);
    order.status = effect === "declined-capture" ? "PAYER_ACTION_REQUIRED" : "COMPLETED";
    return order;
  }

  act(order: FakeOrder, action: OrderAction): void {
    if (action === "approve" || action === "approve-declined") return this.#approve(order, action);
    if (order.status === "COMPLETED" && (action === "void" || action === "expire")) return;
    if (action === "expire") this.#orders.delete(order.id);
    if (action === "void") {
      order.status = "VOIDED";
      this.notify({ type: "CHECKOUT.ORDER.VOIDED", order });
    }
    if (action === "complete") this.#settle(order, "COMPLETED", "PAYMENT.CAPTURE.COMPLETED");
    if (action === "deny") this.#settle(order, "DECLINED", "PAYMENT.CAPTURE.DENIED");
  }

  #approve(order: FakeOrder, action: OrderAction): void {
    if (order.status === "COMPLETED" || order.status === "VOIDED") return;
    order.status = "APPROVED";
    order.willDecline = action === "approve-declined";
    this.notify({ type: "CHECKOUT.ORDER.APPROVED", order });
  }

  #add(order: FakeOrder, status: CaptureStatus, effect: PaymentFault["effect"]): void {
    const [unit] = order.request.purchase_units;
    if (!unit) return;
    const capture: FakeCapture = {
      id: createId(),
      status,
      amount: applyMoneyFault(unit.amount, effect),
      custom_id: effect === "wrong-custom-id" ? "999999" : unit.custom_id,
      final_capture: true,
      create_time: getTimestamp(),
      update_time: getTimestamp(),
    };
    order.captures.push(capture);
    this.notify({ type: `PAYMENT.CAPTURE.${status}`, order, capture });
  }

  #settle(order: FakeOrder, status: CaptureStatus, type: string): void {
    const capture = order.captures.find((capture) => capture.status === "PENDING");
    if (!capture) return;
    Object.assign(capture, { status, update_time: getTimestamp() });
    this.notify({ type, order, capture });
  }
}
