import { randomUUID } from "node:crypto";
import type { OrderEvent, FakeCapture, FakeOrder } from "./fake-orders.ts";

const buildLink = (href: string, rel: string, method: "GET" | "POST") => ({ href, rel, method });

const PENDING_STATUS = { status_details: { reason: "PENDING_REVIEW" } };

const presentCapture = (base: string, capture: FakeCapture) => ({
  ...capture,
  ...(capture.status === "PENDING" && PENDING_STATUS),
  seller_protection: { status: "NOT_ELIGIBLE" },
  links: [buildLink(`${base}/v2/payments/captures/${capture.id}`, "self", "GET")],
});

/**
 * Returns an order as PayPal does for `Prefer: return=representation` (schema `order` of Orders
 * v2).
 */
export const presentOrder = (base: string, order: FakeOrder) => {
  const self = `${base}/v2/checkout/orders/${order.id}`;
  return {
    id: order.id,
    intent: order.request.intent,
    status: order.status,
    create_time: order.createdAt,
    purchase_units: order.request.purchase_units.map((unit) => ({
      reference_id: "default",
      ...unit,
      payee: { email_address: "merchant@stand-in.invalid", merchant_id: "STANDINMERCHANT" },
      ...(order.captures.length > 0 && {
        payments: {
          captures: order.captures.map((capture) => presentCapture(base, capture)),
          ...(order.refunds.length > 0 && { refunds: order.refunds }),
        },
      }),
    })),
    links: [
      buildLink(self, "self", "GET"),
      buildLink(`${base}/checkout?token=${order.id}`, "approve", "GET"),
      buildLink(`${self}/capture`, "capture", "POST"),
    ],
  };
};

export const presentOrderEvent = (base: string, { type, order, capture }: OrderEvent) => ({
  id: `WH-${randomUUID()}`,
  event_version: "1.0",
  create_time: new Date().toISOString(),
  resource_type: capture ? "capture" : "checkout-order",
  resource_version: "2.0",
  event_type: type,
  summary: `${type} of order ${order.id}`,
  resource: capture
    ? {
        ...presentCapture(base, capture),
        supplementary_data: { related_ids: { order_id: order.id } },
      }
    : presentOrder(base, order),
  links: [],
});

export const presentError = (name: string, message: string, issue?: string) => ({
  name,
  message,
  debug_id: randomUUID().slice(0, 13),
  ...(issue !== undefined && { details: [{ issue, description: message }] }),
  links: [],
});
