import { z } from "zod";

/** What PayPal tells of an order: the resource is the order itself. */
const OrderResource = z.object({ id: z.string() });

/** What PayPal tells of a payment: the resource is the capture (or refund), and names its order. */
const PaymentResource = z.object({
  id: z.string(),
  supplementary_data: z
    .object({ related_ids: z.object({ order_id: z.string().optional() }).optional() })
    .optional(),
});

const Event = z.object({ event_type: z.string(), resource: z.unknown() });

export interface PaymentNews {
  type: string;
  orderId: string;
  /** The payment, where it is one that is told of. */
  captureId: string | null;
}

/** What a webhook tells of a payment; null for all that is none of our business. */
export const readWebhook = (body: string): PaymentNews | null => {
  const { data: event } = Event.safeParse(JSON.parse(body));
  if (event === undefined) return null;
  const { event_type: type, resource } = event;
  if (type.startsWith("CHECKOUT.ORDER.")) {
    const { data: order } = OrderResource.safeParse(resource);
    return order ? { type, orderId: order.id, captureId: null } : null;
  }
  const { data: payment } = PaymentResource.safeParse(resource);
  const orderId = payment?.supplementary_data?.related_ids?.order_id;
  return payment && orderId !== undefined ? { type, orderId, captureId: payment.id } : null;
};
