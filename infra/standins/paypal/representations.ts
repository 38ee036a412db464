import { randomUUID } from "node:crypto";
import type { News, StandinCapture, StandinOrder } from "./order-book.ts";

const link = (href: string, rel: string, method: "GET" | "POST") => ({ href, rel, method });

const pending = { status_details: { reason: "PENDING_REVIEW" } };

const captureView = (base: string, capture: StandinCapture) => ({
  ...capture,
  ...(capture.status === "PENDING" && pending),
  seller_protection: { status: "NOT_ELIGIBLE" },
  links: [link(`${base}/v2/payments/captures/${capture.id}`, "self", "GET")],
});

/** `order` of PayPal's Orders v2 schema, as returned with `Prefer: return=representation`. */
export const orderView = (base: string, order: StandinOrder) => {
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
        payments: { captures: order.captures.map((capture) => captureView(base, capture)) },
      }),
    })),
    links: [
      link(self, "self", "GET"),
      link(`${base}/checkout?token=${order.id}`, "approve", "GET"),
      link(`${self}/capture`, "capture", "POST"),
    ],
  };
};

export const eventView = (base: string, { type, order, capture }: News) => ({
  id: `WH-${randomUUID()}`,
  event_version: "1.0",
  create_time: new Date().toISOString(),
  resource_type: capture ? "capture" : "checkout-order",
  resource_version: "2.0",
  event_type: type,
  summary: `${type} of order ${order.id}`,
  resource: capture
    ? {
        ...captureView(base, capture),
        supplementary_data: { related_ids: { order_id: order.id } },
      }
    : orderView(base, order),
  links: [],
});

export const failureView = (name: string, message: string, issue?: string) => ({
  name,
  message,
  debug_id: randomUUID().slice(0, 13),
  ...(issue !== undefined && { details: [{ issue, description: message }] }),
  links: [],
});
